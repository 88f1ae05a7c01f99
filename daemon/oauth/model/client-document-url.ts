import { isIP } from 'node:net';

/**
 * Whether a client id is the URL of a client metadata document (draft-ietf-oauth-client-id-metadata-document §3): https,
 * a path, no user name, no fragment, no dot segments. Demanded besides: the URL is in its normal form and its host a name,
 * so that the address we ask, the one that the document must repeat and the one that a user reads are the same text.
 */
export function isClientDocumentUrl(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.includes('#') || !URL.canParse(clientId)) return false;
  const { href, username, password, hostname } = new URL(clientId);
  return href === clientId && username === '' && password === '' && isHostName(hostname);
}

function isHostName(hostname: string): boolean {
  return isIP(hostname) === 0 && !hostname.startsWith('[') && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(hostname);
}
