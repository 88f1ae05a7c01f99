import { FAILSAFE } from './failsafe.js';
import { isSafeUrl, normalizeUrl } from './url.js';

const CANDIDATE = /^([\t\n\f\r ]*)([^\t\n\f\r ]*)([\t\n\f\r A-Za-z0-9]*)$/;

/** The candidates of a `srcset`, each a URL and perhaps its width or density. */
export function escapeSrcset(text: string): string {
  return text.split(',').map(escapeCandidate).join(',');
}

function escapeCandidate(candidate: string): string {
  const found = CANDIDATE.exec(candidate);
  const [, space = '', url = '', descriptor = ''] = found ?? [];
  return found && isSafeUrl(url) ? space + normalizeUrl(url) + descriptor : `#${FAILSAFE}`;
}
