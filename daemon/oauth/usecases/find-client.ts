import { isDeepStrictEqual } from 'node:util';
import { networkOf } from '../../core/network-addresses.js';
import type { CallContext } from '../../core/runtime.js';
import { DOCUMENTS_NOT_ACCEPTED, UNKNOWN_CLIENT } from '../checks/authorize.js';
import type { EffectiveMetadata } from '../checks/client-metadata.js';
import { checkClientDocument } from '../checks/client-metadata.js';
import type { Client } from '../model/client.js';
import { isClientDocumentUrl } from '../model/client.js';
import type { OAuthError, Result } from '../model/oauth-error.js';
import { isRefused, oauthError } from '../model/oauth-error.js';
import type { OAuthOptions } from '../model/options.js';
import type { Dependencies, Telemetry } from '../ports/dependencies.js';
import type { RegistrationRoom } from './registration-room.js';
import { createRegistrationRoom } from './registration-room.js';
import { transactUnaborted } from './transact-unaborted.js';

export type FindClientDependencies = Pick<
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
 * A client that identifies itself with the URL of its metadata document. The document decides on every authorization
 * request. The host's copy is updated when it differs, because the token endpoint reads clients from the host. A client that
 * the application's own tooling created under such a URL stays unchanged.
 */
export function createFindDocumentedClient(
  dependencies: FindClientDependencies,
): (url: string, stored: Client | undefined, clientAddress: string, call: CallContext) => Promise<Result<Client>> {
  const { options, clientDocuments, clock, logger } = dependencies;
  const room = createRegistrationRoom(dependencies);

  return async (url, stored, clientAddress, call) => {
    if (stored?.selfRegistered === false) return stored;
    // Logged at debug level, because anyone can make any number of these requests.
    const hasConsent = stored?.consentedAt !== undefined;
    const outcome = await clientDocuments.find(url, networkOf(clientAddress), hasConsent);
    if (!outcome.found) {
      logger.debug({ ...call, clientId: url, reason: outcome.reason }, 'failed to fetch a client metadata document');
      return unknown("the client's metadata document cannot be fetched");
    }
    const metadata = checkClientDocument(url, outcome.document, options);
    if (isRefused(metadata)) {
      // §5.2: an invalid document must not be cached, so that a corrected one works immediately.
      clientDocuments.forget(url);
      logger.debug({ ...call, clientId: url, reason: metadata.description }, 'rejected a client metadata document');
      return unknown(`the client's metadata document is not valid. ${metadata.description}`);
    }
    const client = clientOf(url, metadata, stored, clock.now());
    if (stored === undefined) return register(dependencies, room, client, clientAddress, call);
    return isDeepStrictEqual(client, stored) ? client : update(dependencies, client, call);
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

/**
 * A client that is new here is a registration like any other: throttled, counted, limited by the cap, preceded by the sweep.
 */
async function register(
  { options, backend, telemetry }: FindClientDependencies,
  room: RegistrationRoom,
  client: Client,
  clientAddress: string,
  call: CallContext,
): Promise<Result<Client>> {
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
  return client;
}

/** The host keeps consent and revocation. The cap counts only if a sweep removed the client since we looked. */
async function update(
  { options, backend, telemetry }: FindClientDependencies,
  client: Client,
  call: CallContext,
): Promise<Result<Client>> {
  const outcome = await backend.transact([creation(options, client)], call);
  if (!outcome.committed) return noRoom(telemetry, 'cap_reached');
  telemetry.registration('document_updated');
  return client;
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

function noRoom(telemetry: Telemetry, outcome: 'too_many_requests' | 'cap_reached'): OAuthError {
  telemetry.registration(outcome);
  return unknown('no more clients can be registered right now; try again later');
}

/** A person reads the description, because an unknown client gets no redirect. It echoes no input. */
function unknown(description: string): OAuthError {
  return oauthError('invalid_client', description);
}

/**
 * The client that asks for authorization, or the reason why it is unknown. One host call, and for a client with a metadata
 * document the cost of fetching it.
 */
export type FindClient = (clientId: string, clientAddress: string, call: CallContext) => Promise<Result<Client>>;

export function createFindClient(dependencies: FindClientDependencies): FindClient {
  const { options, backend } = dependencies;
  const findDocumentedClient = createFindDocumentedClient(dependencies);

  return async (clientId, clientAddress, call) => {
    const [stored] = await transactUnaborted(backend, [{ kind: 'findClient', clientId }], call);
    if (stored?.revokedAt !== undefined) return UNKNOWN_CLIENT;
    if (!isClientDocumentUrl(clientId)) return stored ?? UNKNOWN_CLIENT;
    return options.clientIdMetadataDocuments
      ? findDocumentedClient(clientId, stored, clientAddress, call)
      : (stored ?? DOCUMENTS_NOT_ACCEPTED);
  };
}
