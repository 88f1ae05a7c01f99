import { nearestOf } from '../core/nearest.js';
import { OAUTH_OPTIONS } from './oauth-options.js';

/** What to tell somebody who set a key that does not exist. `name` and `known` are in one notation, dotted or GATEHOUSE_…. */
export function unknownKey(name: string, known: readonly string[]): string {
  if (isOAuthOption(name)) {
    return (
      'options of the authorization server come from the host alone: set it in what the host answers to ' +
      'HostService.Describe; nothing of it is read from the environment, files or flags'
    );
  }
  const nearest = nearestOf(name, known);
  return nearest === undefined ? `there is no key ${name}` : `there is no key ${name}; did you mean ${nearest}?`;
}

function isOAuthOption(name: string): boolean {
  const path = name
    .toLowerCase()
    .replace(/^gatehouse_/, '')
    .replaceAll('__', '.')
    .split('.');
  return path[0] === 'oauth' || (path.length === 1 && OAUTH_OPTIONS.includes(path[0] ?? ''));
}
