import type { AdminPlugin__Output } from '../../../../contract/generated/gatehouse/host/v1/AdminPlugin.js';
import type { Problems } from './problems.js';
import { shown } from './problems.js';

/** Reports codes that no plugin declares: a mistyped one would lock out everybody but superusers. */
export type PermissionCheck = (at: string, codes: readonly string[]) => void;

export function permissionCheck(problems: Problems, plugins: readonly AdminPlugin__Output[]): PermissionCheck {
  const declared = new Set(plugins.flatMap(({ permissions }) => permissions.map(({ code }) => code)));
  return (at, codes) => {
    problems.unique(at, codes);
    for (const code of codes) problems.check(declared.has(code), at, `no plugin declares "${shown(code)}"`);
  };
}
