import { PermissionSet } from '../auth/permission-set.js';
import type { Asking } from '../usecases/asking.js';

/** An administrator with these codes. */
export function askingWith(...codes: readonly string[]): Asking {
  return asking(false, codes);
}

export const SUPERUSER: Asking = asking(true, []);

function asking(superuser: boolean, permissions: readonly string[]): Asking {
  return {
    caller: { principal: { id: '7', login: 'ada', superuser, permissions }, locale: 'en' },
    permissions: new PermissionSet(superuser, permissions),
    call: { requestId: 'r-1' },
  };
}

/** A port method that always returns the same answer, and records its calls. */
export function recorded<Args extends readonly unknown[], Answer>(answer: Answer) {
  const calls: Args[] = [];
  const method = (...args: Args): Promise<Answer> => {
    calls.push(args);
    return Promise.resolve(answer);
  };
  return { calls, method };
}
