import type { Row } from './directory.js';

/** Who may do what, as admin_account.proto defines it. */

type Holder = Pick<Row, 'superuser' | 'permissions'>;

export const MANAGES_ADMINISTRATORS = 'backend.administrators';

export function holds({ superuser, permissions = [] }: Holder, code: string): boolean {
  return (
    superuser || permissions.some((one) => one === code || (one.endsWith('.*') && code.startsWith(one.slice(0, -1))))
  );
}

/** Whether an administrator manages another one, who holds no more. */
export function manages(actor: Row, target: Holder): boolean {
  if (!actor.isActive || !holds(actor, MANAGES_ADMINISTRATORS)) return false;
  return actor.superuser || (!target.superuser && holdsAll(actor, target.permissions));
}

export function holdsAll(actor: Holder, codes: readonly string[] = []): boolean {
  return codes.every((code) => holds(actor, code));
}
