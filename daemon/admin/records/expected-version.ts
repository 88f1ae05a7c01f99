import { AdminError } from '../model/admin-error.js';

/** `_version` of a body: the version that the change was made from. Without it, the last write wins. */
export function expectedVersion(
  body: Readonly<Record<string, unknown>>,
): { readonly expectedVersion?: string } | AdminError {
  if (!Object.hasOwn(body, '_version')) return {};
  const { _version: version } = body;
  if (typeof version === 'string' && version !== '') return { expectedVersion: version };
  return new AdminError('validation_failed', { fields: { _version: [{ rule: 'string' }] } });
}
