import type { CallContext } from '../../core/runtime.js';
import { checkClientMetadata, type EffectiveMetadata } from '../checks/client-metadata.js';
import type { Client } from '../model/client.js';
import type { Result } from '../model/oauth-error.js';
import { isRefused, oauthError, tooManyRequests } from '../model/oauth-error.js';
import type { GeneratedCredentials } from './consent-operations.js';
import type { Dependencies } from '../ports/dependencies.js';
import { generateCredentials } from './generate-credentials.js';
import { createRegistrationRoom } from './registration-room.js';

export type RegisterClient = (
  body: unknown,
  clientAddress: string,
  call: CallContext,
) => Promise<Result<RegistrationResponse>>;

/** RFC 7591 §3.2.1. */
type RegistrationResponse = Readonly<Record<string, unknown>>;

/** Without a time to retry: a place under the cap becomes free when people act, or with the sweep a day later. */
const CAP_REACHED = oauthError(
  'temporarily_unavailable',
  'No more clients can be registered right now. Try again later.',
);

/**
 * Dynamic client registration (RFC 7591 §3). Rejects a malformed request before counting or calling anything. Cap check,
 * sweep and creation are one transaction.
 */
export function createRegisterClient(
  dependencies: Pick<
    Dependencies,
    'options' | 'limits' | 'backend' | 'throttle' | 'unconsentedClients' | 'telemetry' | 'clock' | 'logger'
  >,
): RegisterClient {
  const { options, backend, telemetry, clock } = dependencies;
  const room = createRegistrationRoom(dependencies);

  return async (body, clientAddress, call) => {
    const metadata = checkClientMetadata(body, options);
    if (isRefused(metadata)) {
      telemetry.registration(metadata.error);
      return metadata;
    }
    const credentials = generateCredentials(metadata.authMethod);
    const client = clientOf(metadata, credentials, clock.now());
    const verdict = await room.admit(client.clientId, clientAddress, call);
    if (!verdict.allowed) {
      telemetry.registration('too_many_requests');
      return tooManyRequests(verdict.retryAfterSeconds);
    }
    const outcome = await create(client, call);
    if (!outcome.committed) {
      telemetry.registration('cap_reached');
      return CAP_REACHED;
    }
    const [swept, created] = outcome.results;
    telemetry.swept('client', swept.removed);
    telemetry.clients(created.clientCount, options.dcrClientCap);
    telemetry.registration('registered');
    return registrationResponse(client, credentials);
  };

  function create(client: Client, call: CallContext) {
    return room.releasedUnlessCommitted(client.clientId, call, () =>
      backend.transact(
        [
          { kind: 'sweepUnconsentedClients', registeredBefore: client.registeredAt - options.dcrUnconsentedSweepAge },
          {
            kind: 'createClient',
            client,
            cap: options.dcrClientCap,
            evictOldestUnconsented: options.evictOldestUnconsentedAtCap,
            replaceExisting: false,
          },
        ],
        call,
      ),
    );
  }
}

function clientOf(metadata: EffectiveMetadata, { clientId, secret }: GeneratedCredentials, now: number): Client {
  return {
    clientId,
    clientName: metadata.clientName,
    redirectUris: metadata.redirectUris,
    authMethod: metadata.authMethod,
    ...(secret === undefined ? {} : { secretHash: secret.hash }),
    scopes: metadata.scopes,
    grantTypes: metadata.grantTypes,
    registeredAt: now,
    selfRegistered: true,
    metadata: metadata.informative,
  };
}

/** Members without a value are omitted: real clients reject an answer with null or "". */
function registrationResponse(client: Client, { secret }: GeneratedCredentials): RegistrationResponse {
  return {
    client_id: client.clientId,
    client_id_issued_at: Math.floor(client.registeredAt / 1000),
    ...(secret === undefined ? {} : { client_secret: secret.plain, client_secret_expires_at: 0 }),
    ...(client.clientName === '' ? {} : { client_name: client.clientName }),
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: client.authMethod,
    grant_types: client.grantTypes,
    response_types: ['code'],
    scope: client.scopes.join(' '),
    ...client.metadata,
  };
}
