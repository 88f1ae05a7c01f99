import type { CallContext } from '../../core/call-context.js';
import { isClientDocumentUrl } from '../model/client-document-url.js';
import { transactUnaborted } from '../ports/transact-unaborted.js';
import { createDocumentedClient, type DocumentedClientNeeds, type FoundClient } from './documented-client.js';

/** Who asks for authorization: one host call, and for a client with a metadata document what documented-client.ts adds. */
export type FindClient = (clientId: string, clientAddress: string, call: CallContext) => Promise<FoundClient>;

export const UNKNOWN_CLIENT = 'the client is not registered here';

export function createFindClient(needs: DocumentedClientNeeds): FindClient {
  const { options, backend } = needs;
  const documentedClient = createDocumentedClient(needs);

  return async (clientId, clientAddress, call) => {
    const [stored] = await transactUnaborted(backend, [{ kind: 'findClient', clientId }], call);
    if (stored?.revokedAt === undefined && options.clientIdMetadataDocuments && isClientDocumentUrl(clientId)) {
      return documentedClient(clientId, stored, clientAddress, call);
    }
    return stored === undefined || stored.revokedAt !== undefined
      ? { known: false, reason: UNKNOWN_CLIENT }
      : { known: true, client: stored };
  };
}
