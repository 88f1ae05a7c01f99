import { sha256, randomToken } from '../../core/crypto.js';
import type { AuthMethod } from '../model/client.js';
import type { GeneratedCredentials } from './consent-operations.js';

/**
 * Generates credentials (AS-28) for registration, the consent service and the command line. Ids and secrets use only the
 * base64url alphabet, because real clients disagree on how to escape other characters in Basic credentials.
 */
export function generateCredentials(authMethod: AuthMethod): GeneratedCredentials {
  const clientId = newClientId();
  if (authMethod === 'none') return { clientId };
  const plain = randomToken();
  return { clientId, secret: { plain, hash: sha256(plain) } };
}

/** Never begins with "-": an operator's command line tools would read it as an option. */
function newClientId(): string {
  for (;;) {
    const clientId = randomToken(16);
    if (!clientId.startsWith('-')) return clientId;
  }
}
