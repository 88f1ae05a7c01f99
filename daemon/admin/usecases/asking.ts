import type { CallContext } from '../../core/call-context.js';
import type { PermissionSet } from '../auth/permission-set.js';
import type { Caller } from '../model/principal.js';

/** Who asks for something, as every use case needs it: already authenticated, and permitted to use the controller at all. */
export interface Asking {
  readonly caller: Caller;
  readonly permissions: PermissionSet;
  readonly call: CallContext;
}
