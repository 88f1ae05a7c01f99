import { allowedMethods } from '../../http/router.js';
import { AdminError } from '../model/admin-error.js';
import type { Endpoint, PublicEndpoint } from './endpoint.js';
import { MAX_IGNORED_BYTES } from './limits.js';

/**
 * What answers where no endpoint does, so that everything below the base of the API is an envelope: 405 for a path that has
 * other methods, 404 for one that there is not (spec, Rules for the API 1).
 */
export function fallbackEndpoints(endpoints: readonly Endpoint[]): PublicEndpoint[] {
  const otherMethods = [...new Set(endpoints.map(({ path }) => path))].map((path): PublicEndpoint => {
    const methods = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
    const allow = allowedMethods(methods);
    return {
      ...fallback,
      name: 'admin.method_not_allowed',
      path,
      handle: () => new AdminError('method_not_allowed', { allow }),
    };
  });
  return [
    ...otherMethods,
    { ...fallback, name: 'admin.not_found', path: '/*' },
    { ...fallback, name: 'admin.not_found', path: '' },
  ];
}

const fallback = {
  method: 'any',
  access: 'public',
  maxBodyBytes: MAX_IGNORED_BYTES,
  handle: () => new AdminError('not_found'),
} as const;
