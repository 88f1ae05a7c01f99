import { sha256, randomToken } from '../../core/crypto.js';
import type { AuthMethod } from '../model/client.js';
import type { GeneratedCredentials } from './consent-operations.js';

/**
 * Generates credentials (AS-28): used by registration, by the consent service and by the command line. Ids and secrets
 * stay in the base64url alphabet, because real clients disagree on how to escape anything else in Basic credentials.
 */
export function generateCredentials(authMethod: AuthMethod): GeneratedCredentials {
  const clientId = newClientId();
  if (authMethod === 'none') return { clientId };
  const plain = randomToken();
  return { clientId, secret: { plain, hash: sha256(plain) } };
}

/** Never begins with "-": on the command line of an operator's tools it would be an option. */
function newClientId(): string {
  for (;;) {
    const clientId = randomToken(16);
    if (!clientId.startsWith('-')) return clientId;
  }
}
