import type { CallContext } from '../../core/call-context.js';
import { checkClientMetadata, type EffectiveMetadata } from '../checks/client-metadata.js';
import type { Client } from '../model/client.js';
import { isOAuthError, type OAuthError } from '../model/oauth-error.js';
import type { Credentials } from './consent-operations.js';
import type { Dependencies } from './dependencies.js';
import { generateCredentials } from './generate-credentials.js';
import { createRegistrationRoom } from './registration-room.js';

export type RegisterClient = (body: unknown, clientAddress: string, call: CallContext) => Promise<RegistrationOutcome>;

export type RegistrationOutcome =
  | { readonly kind: 'registered'; readonly response: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly refusal: OAuthError }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
  | { readonly kind: 'cap_reached' };

/**
 * Dynamic client registration (RFC 7591 §3). What is malformed is refused before anything is counted or called; cap
 * check, sweep and creation are one transaction.
 */
export function createRegisterClient(
  needs: Pick<
    Dependencies,
    'options' | 'limits' | 'backend' | 'throttle' | 'unconsentedClients' | 'telemetry' | 'clock' | 'logger'
  >,
): RegisterClient {
  const { options, backend, telemetry, clock } = needs;
  const room = createRegistrationRoom(needs);

  return async (body, clientAddress, call) => {
    const metadata = checkClientMetadata(body, options);
    if (isOAuthError(metadata)) {
      telemetry.registration(metadata.error);
      return { kind: 'refused', refusal: metadata };
    }
    const credentials = generateCredentials(metadata.authMethod);
    const client = clientOf(metadata, credentials, clock.now());
    const verdict = await room.admit(client.clientId, clientAddress, call);
    if (!verdict.allowed) {
      telemetry.registration('too_many_requests');
      return { kind: 'throttled', retryAfterSeconds: verdict.retryAfterSeconds };
    }
    const outcome = await create(client, call);
    if (!outcome.committed) {
      telemetry.registration('cap_reached');
      return { kind: 'cap_reached' };
    }
    const [swept, created] = outcome.results;
    telemetry.swept('client', swept.removed);
    telemetry.clients(created.clientCount, options.dcrClientCap);
    telemetry.registration('registered');
    return { kind: 'registered', response: registrationResponse(client, credentials) };
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

function clientOf(metadata: EffectiveMetadata, { clientId, secret }: Credentials, now: number): Client {
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

/** RFC 7591 §3.2.1. Members without a value are left out: real clients refuse an answer that holds null or "". */
function registrationResponse(client: Client, { secret }: Credentials): Record<string, unknown> {
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
