import { randomUUID } from 'node:crypto';
import type { ChannelOptions, ServiceError } from '@grpc/grpc-js';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import type { Address } from '../address.js';
import { isLocal } from '../address.js';
import type { Duration } from '../duration.js';
import { milliseconds } from '../duration.js';
import type { TokenEndpointAuthMethod } from '../ports/client-store.js';
import { toWireAuthMethod } from '../wire/client.js';
import { consentService } from '../wire/contract.js';
import { toFault } from './faults.js';
import type { WirePendingResponse, WireRedirectResponse } from './from-wire.js';
import { toDenyOutcome, toIssueOutcome, toPendingOutcome } from './from-wire.js';
import type { DenyPendingOutcome, IssueCodeOutcome, PendingRequestOutcome } from './views.js';

/** How to reach Gatehouse's consent listener. */
export interface ConsentClientOptions {
  /** Where Gatehouse offers the consent operations: "127.0.0.1:9091", "unix:/run/gatehouse/consent.sock". */
  readonly address: Address;
  /** Shared token that Gatehouse is configured with. */
  readonly token?: string;
  /** Absent: plain text. */
  readonly tls?: ConsentTls;
  /** How long a call may take. Default: "5s". */
  readonly timeout?: Duration;
}

/** PEM texts. */
export interface ConsentTls {
  /** Authority of Gatehouse's certificate. Default: those that Node trusts. */
  readonly ca?: string | Buffer;
  /** Certificate and key that Gatehouse asks callers for. */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
}

/** What joins a call with the request it serves, in the logs and traces of both sides. */
export interface CallOptions {
  /** 1 to 128 printable ASCII characters. Default: a random one. */
  readonly requestId?: string;
  /** W3C trace context. */
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** Names the pending request and the user whom the application has signed in. Gatehouse trusts the latter blindly. */
export interface Pending {
  /** Value of the `request` parameter of the consent page's URL. */
  readonly requestId: string;
  readonly userId: string;
}

/**
 * The consent operations. Expected outcomes are values, told apart by `outcome`; every method throws
 * GatehouseUnavailable when Gatehouse cannot answer just now, and GatehouseError when it refuses the call.
 */
export interface ConsentClient {
  /** What to show. Never consumes the request. The first user it is called for owns the request from then on. */
  pendingRequest(pending: Pending, call?: CallOptions): Promise<PendingRequestOutcome>;

  /**
   * Grants. Of any number of concurrent grants and denials exactly one takes effect.
   *
   * `grantContext`: opaque bytes, at most 4096, that come back on every mint of this grant (a tenant, a workspace).
   */
  issueCode(
    grant: Pending & { readonly grantedScopes: readonly string[]; readonly grantContext?: Buffer },
    call?: CallOptions,
  ): Promise<IssueCodeOutcome>;

  /** Turns the request down. */
  denyPending(pending: Pending, call?: CallOptions): Promise<DenyPendingOutcome>;

  /** Revokes an access token and its refresh lineage. False: there was nothing to revoke. */
  revoke(accessToken: string, call?: CallOptions): Promise<boolean>;

  /** A client id, and for a confidential client a secret with its hash. Nothing is stored: that is up to the caller. */
  generateCredentials(method: TokenEndpointAuthMethod, call?: CallOptions): Promise<ClientCredentials>;

  /** Why a redirect URI would be refused at registration, in English. Undefined: it would not. */
  checkRedirectUri(redirectUri: string, call?: CallOptions): Promise<string | undefined>;

  /** Ends the connection; calls under way fail. */
  close(): void;
}

/** Of a client that the application is about to create itself. */
export interface ClientCredentials {
  readonly clientId: string;
  /** To be handed out once, and kept nowhere. */
  readonly secret?: { readonly clientSecret: string; readonly clientSecretHash: Buffer };
}

const CHANNEL: ChannelOptions = {
  // Back within two seconds of Gatehouse; by itself gRPC waits for up to two minutes.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2000,
  // A proxy of the environment is for the way out to the internet, not for the process next door.
  'grpc.enable_http_proxy': 0,
};

/** Connects when first used, and again whenever the connection was lost. */
export function createConsentClient(options: ConsentClientOptions): ConsentClient {
  const { address, token, tls } = options;
  if (!isLocal(address) && token !== undefined && tls === undefined) {
    throw new Error(`refusing to send the shared token to ${address} over a connection without TLS: set tls`);
  }
  const client = new Client(address, channelCredentials(tls), CHANNEL);
  const timeoutMs = milliseconds(options.timeout ?? '5s', 'timeout');

  function call<Response>(rpc: string, request: object, options: CallOptions = {}): Promise<Response> {
    const method = consentService[rpc];
    if (!method) throw new Error(`gatehouse.consent.v1 has no ${rpc}`);
    const requestId = options.requestId ?? randomUUID();
    const metadata = metadataOf(requestId, options, token);
    const serialize = (value: object): Buffer => method.requestSerialize(value);
    const deserialize = (bytes: Buffer): Response => method.responseDeserialize(bytes) as Response;
    const deadline = Date.now() + timeoutMs;
    return new Promise((resolve, reject) => {
      const done = (error: ServiceError | null, response?: Response): void => {
        if (error) reject(toFault(rpc, requestId, error));
        else resolve(response as Response);
      };
      client.makeUnaryRequest(method.path, serialize, deserialize, request, metadata, { deadline }, done);
    });
  }

  return {
    async pendingRequest(pending, options) {
      return toPendingOutcome(await call<WirePendingResponse>('PendingRequest', pending, options));
    },
    async issueCode(grant, options) {
      return toIssueOutcome(await call<WireRedirectResponse>('IssueCode', grant, options));
    },
    async denyPending(pending, options) {
      return toDenyOutcome(await call<WireRedirectResponse>('DenyPending', pending, options));
    },
    async revoke(accessToken, options) {
      return (await call<{ revoked: boolean }>('Revoke', { accessToken }, options)).revoked;
    },
    async generateCredentials(method, options) {
      const request = { tokenEndpointAuthMethod: toWireAuthMethod(method) };
      const response = await call<WireCredentials>('GenerateCredentials', request, options);
      const { clientId, clientSecret, clientSecretHash } = response;
      return { clientId, ...(clientSecret !== '' && { secret: { clientSecret, clientSecretHash } }) };
    },
    async checkRedirectUri(redirectUri, options) {
      const { reason } = await call<{ reason: string }>('CheckRedirectUri', { redirectUri }, options);
      return reason === '' ? undefined : reason;
    },
    close() {
      client.close();
    },
  };
}

interface WireCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clientSecretHash: Buffer;
}

function channelCredentials(tls: ConsentTls | undefined): ReturnType<typeof credentials.createSsl> {
  if (tls === undefined) return credentials.createInsecure();
  return credentials.createSsl(pem(tls.ca), pem(tls.key), pem(tls.cert));
}

function pem(text: string | Buffer | undefined): Buffer | null {
  return text === undefined ? null : Buffer.from(text);
}

function metadataOf(requestId: string, call: CallOptions, token: string | undefined): Metadata {
  const metadata = new Metadata();
  metadata.set('x-request-id', requestId);
  if (call.traceparent !== undefined) metadata.set('traceparent', call.traceparent);
  if (call.tracestate !== undefined) metadata.set('tracestate', call.tracestate);
  if (token !== undefined) metadata.set('authorization', `Bearer ${token}`);
  return metadata;
}
