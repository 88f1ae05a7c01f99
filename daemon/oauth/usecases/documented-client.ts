import { isDeepStrictEqual } from 'node:util';
import type { CallContext } from '../../core/call-context.js';
import { networkOf } from '../../core/network-of.js';
import { checkClientDocument } from '../checks/client-document.js';
import type { EffectiveMetadata } from '../checks/client-metadata.js';
import type { Client } from '../model/client.js';
import { isOAuthError } from '../model/oauth-error.js';
import type { OAuthOptions } from '../model/options.js';
import type { Telemetry } from '../ports/telemetry.js';
import type { Dependencies } from './dependencies.js';
import { createRegistrationRoom, type RegistrationRoom } from './registration-room.js';

/** The client, or why it is not known here: a text that may be shown, and echoes nothing. */
export type FoundClient =
  { readonly known: true; readonly client: Client } | { readonly known: false; readonly reason: string };

export type DocumentedClientNeeds = Pick<
  Dependencies,
  | 'options'
  | 'limits'
  | 'backend'
  | 'clientDocuments'
  | 'throttle'
  | 'unconsentedClients'
  | 'telemetry'
  | 'clock'
  | 'logger'
>;

/**
 * A client that identifies itself with the URL of its metadata document. The document decides, on every authorization
 * request; the host's copy is brought up to date when it differs, since the token endpoint knows clients from there.
 * A client that the application's own tooling created under such a URL is left as it was created.
 */
export function createDocumentedClient(
  needs: DocumentedClientNeeds,
): (url: string, stored: Client | undefined, clientAddress: string, call: CallContext) => Promise<FoundClient> {
  const { options, clientDocuments, clock, logger } = needs;
  const room = createRegistrationRoom(needs);

  return async (url, stored, clientAddress, call) => {
    if (stored?.selfRegistered === false) return { known: true, client: stored };
    const outcome = await clientDocuments.find(url, networkOf(clientAddress));
    if (!outcome.found) {
      logger.info({ ...call, clientId: url, reason: outcome.reason }, 'a client metadata document was not found');
      return { known: false, reason: 'the metadata document that the client names cannot be fetched' };
    }
    const metadata = checkClientDocument(url, outcome.document, options);
    if (isOAuthError(metadata)) {
      // §5.2: an invalid document must not be cached, so whoever mends it need not wait.
      clientDocuments.forget(url);
      logger.info({ ...call, clientId: url, reason: metadata.description }, 'a client metadata document was refused');
      return { known: false, reason: `the metadata document of the client is not acceptable. ${metadata.description}` };
    }
    const client = clientOf(url, metadata, stored, clock.now());
    if (stored === undefined) return register(needs, room, client, clientAddress, call);
    return isDeepStrictEqual(client, stored) ? { known: true, client } : update(needs, client, call);
  };
}

function clientOf(url: string, metadata: EffectiveMetadata, stored: Client | undefined, now: number): Client {
  return {
    clientId: url,
    clientName: metadata.clientName,
    redirectUris: metadata.redirectUris,
    authMethod: 'none',
    scopes: metadata.scopes,
    grantTypes: metadata.grantTypes,
    registeredAt: stored?.registeredAt ?? now,
    ...(stored?.consentedAt === undefined ? {} : { consentedAt: stored.consentedAt }),
    selfRegistered: true,
    metadata: metadata.informative,
  };
}

/** A client that is new here is a registration like any other: throttled, counted, held to the cap, preceded by the sweep. */
async function register(
  { options, backend, telemetry }: DocumentedClientNeeds,
  room: RegistrationRoom,
  client: Client,
  clientAddress: string,
  call: CallContext,
): Promise<FoundClient> {
  const verdict = await room.admit(client.clientId, clientAddress, call);
  if (!verdict.allowed) return noRoom(telemetry, 'too_many_requests');
  const registeredBefore = client.registeredAt - options.dcrUnconsentedSweepAge;
  const outcome = await room.releasedUnlessCommitted(client.clientId, call, () =>
    backend.transact([{ kind: 'sweepUnconsentedClients', registeredBefore }, creation(options, client)], call),
  );
  if (!outcome.committed) return noRoom(telemetry, 'cap_reached');
  const [swept, created] = outcome.results;
  telemetry.swept('client', swept.removed);
  telemetry.clients(created.clientCount, options.dcrClientCap);
  telemetry.registration('document_registered');
  return { known: true, client };
}

/** The host keeps consent and revocation. The cap counts only if a sweep removed the client since we looked. */
async function update(
  { options, backend, telemetry }: DocumentedClientNeeds,
  client: Client,
  call: CallContext,
): Promise<FoundClient> {
  const outcome = await backend.transact([creation(options, client)], call);
  if (!outcome.committed) return noRoom(telemetry, 'cap_reached');
  telemetry.registration('document_updated');
  return { known: true, client };
}

function creation(options: OAuthOptions, client: Client) {
  return {
    kind: 'createClient',
    client,
    cap: options.dcrClientCap,
    evictOldestUnconsented: options.evictOldestUnconsentedAtCap,
    replaceExisting: true,
  } as const;
}

function noRoom(telemetry: Telemetry, outcome: 'too_many_requests' | 'cap_reached'): FoundClient {
  telemetry.registration(outcome);
  return { known: false, reason: 'no more clients can be registered right now; please try again later' };
}
