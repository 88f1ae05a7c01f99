import type { PathParameters } from '../../../http/path-pattern.js';

/**
 * The id of the record that a path names. Browsers and proxies take the segments "." and ".." out of every path, also where they
 * are percent-encoded, so a client writes these two ids with a "~" before them, and one that looks like that already with another
 * one (api.md, Endpoints).
 */
export function recordInPath(parameters: PathParameters): string {
  const segment = parameters.get('id') ?? '';
  return /^~+\.{1,2}$/.test(segment) ? segment.slice(1) : segment;
}
