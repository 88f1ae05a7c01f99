import type { Method } from '../../../http/route.js';
import type { Controller } from '../../model/registration.js';
import type { GuardedEndpoint } from '../endpoint.js';

/** What the endpoints of one controller have in common. */
export interface ControllerPlace {
  /** "/acme/blog/posts" */
  readonly path: string;
  readonly permissions: readonly string[];
}

export function placeOf({ vendor, plugin, name, permissions }: Controller): ControllerPlace {
  return { path: `/${vendor}/${plugin}/${name}`, permissions };
}

/** @param name label in logs and metrics, the same for every controller */
export function controllerEndpoint(
  { path, permissions }: ControllerPlace,
  method: Method,
  below: string,
  name: string,
  maxBodyBytes: number,
  handle: GuardedEndpoint['handle'],
): GuardedEndpoint {
  return {
    name: `admin.${name}`,
    method,
    path: path + below,
    access: 'authenticated',
    permissions,
    maxBodyBytes,
    handle,
  };
}
