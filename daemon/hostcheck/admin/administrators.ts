import type { Administrator } from '../../admin/model/administrator.js';
import type { Directory, Retirement, TokenReference } from '../../admin/ports/directory.js';
import { randomToken } from '../../core/random.js';
import { expectThat } from '../failure.js';
import { CALL } from './ports.js';

/** A bcrypt hash of the lowest cost that stands for no password: whoever made it up cannot sign in with it either. */
export function newPasswordHash(): string {
  return `$2b$04$${randomToken(60).replace(/[-_]/g, '.').slice(0, 53)}`;
}

export interface NewAdministrator {
  readonly administrator: Administrator;
  readonly passwordHash: string;
}

/** An administrator whom nobody else has, without any permission. What a check makes, stays in the directory. */
export async function newAdministrator(directory: Directory): Promise<NewAdministrator> {
  const login = `Check-Host-${randomToken(9)}`;
  const passwordHash = newPasswordHash();
  const outcome = await directory.create(
    { login, email: `${login}@check-host.example`, passwordHash, superuser: false },
    CALL,
  );
  expectThat(
    outcome.created,
    'a new administrator with a new login and e-mail address',
    outcome.created ? '' : outcome.reason,
    'Create it: nobody has either. Without a role there is none to be unknown.',
  );
  return { administrator: outcome.administrator, passwordHash };
}

export function newToken({ id, tokenVersion }: Administrator): TokenReference {
  return { administratorId: id, tokenVersion, tokenId: randomToken(16) };
}

const HOUR_MS = 3_600_000;

/** Every row expires soon, and no sweep concerns anybody else's, unless a check says so. */
export function retirement(effectiveAt: number, overrides: Partial<Retirement> = {}): Retirement {
  return { effectiveAt, expiresAt: Date.now() + HOUR_MS, sweepBefore: 0, ...overrides };
}
