import { BackendMissing } from '../../core/faults.js';
import type { ClientAddresses } from '../../http/client-address.js';
import type { Route } from '../../http/route.js';
import { authorizeRoute } from './authorize.js';
import { notYetKnownRoutes } from './metadata.js';
import { registerRoute } from './register.js';
import { revokeRoute } from './revoke.js';
import { tokenRoute } from './token.js';

/**
 * The endpoints while the host has not been heard of: its options are unknown, and so there is no backend. The spec:
 * "Until a backend is attached, handlers needing storage answer 500."
 */
export function unattachedRoutes(addresses: ClientAddresses): Route[] {
  return [
    ...notYetKnownRoutes(),
    authorizeRoute(missing, addresses),
    tokenRoute(missing, addresses),
    registerRoute(missing, SMALL_BODY_BYTES, addresses),
    revokeRoute(missing, addresses),
  ];
}

/** The host's limit is not known yet; a body that is not used need not be long. */
const SMALL_BODY_BYTES = 65_536;

function missing(): Promise<never> {
  return Promise.reject(new BackendMissing());
}
