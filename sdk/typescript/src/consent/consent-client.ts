import { toAuthMethod } from '@gatehouse/proto/auth-method';
import type { ClientTls } from '@gatehouse/proto/channel';
import { openClient, QUICK_RECONNECT } from '@gatehouse/proto/channel';
import type { IssueCodeRequest } from '@gatehouse/proto/generated/gatehouse/consent/v1/IssueCodeRequest';
import { listOf } from '@gatehouse/proto/message';
import { bearer, outgoingMetadata } from '@gatehouse/proto/metadata';
import type { Rpc } from '@gatehouse/proto/rpc';
import { rpcOf } from '@gatehouse/proto/rpc';
import { consentService } from '@gatehouse/proto/services';
import type { ServiceError } from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import type { TokenEndpointAuthMethod } from '../ports/backend.js';
import type { Duration } from '../shared/duration.js';
import { milliseconds } from '../shared/duration.js';
import type { Address } from '../wire/address.js';
import { isLocal } from '../wire/address.js';
import { toFault } from './errors.js';
import type { DenyPendingOutcome, IssueCodeOutcome, PendingRequestOutcome } from './outcomes.js';
import { toDenyOutcome, toIssueOutcome, toPendingOutcome } from './outcomes.js';

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
  /** 1 to 64 letters, digits, ".", "_" and "-"; Gatehouse replaces any other. Default: a random one. */
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

const RPCS = {
  pendingRequest: rpcOf(consentService.PendingRequest),
  issueCode: rpcOf(consentService.IssueCode),
  denyPending: rpcOf(consentService.DenyPending),
  revoke: rpcOf(consentService.Revoke),
  generateCredentials: rpcOf(consentService.GenerateCredentials),
  checkRedirectUri: rpcOf(consentService.CheckRedirectUri),
};

/** Connects when first used, and again whenever the connection was lost. */
export function createConsentClient(options: ConsentClientOptions): ConsentClient {
  const { address, token, tls } = options;
  if (!isLocal(address) && token !== undefined && tls === undefined) {
    throw new Error(`refusing to send the shared token to ${address} without TLS; set tls`);
  }
  const client = openClient(address, tls && clientTls(tls), QUICK_RECONNECT);
  const timeoutMs = milliseconds(options.timeout ?? '5s', 'timeout');

  const authorization = bearer(token);

  function call<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: NoInfer<Request>,
    options: CallOptions = {},
  ): Promise<Response> {
    const requestId = options.requestId ?? randomUUID();
    const metadata = outgoingMetadata({ ...options, requestId }, authorization);
    const deadline = Date.now() + timeoutMs;
    return new Promise((resolve, reject) => {
      const done = (error: ServiceError | null, response?: Response): void => {
        if (error) reject(toFault(rpc.name.replace(/.*\./, ''), requestId, error));
        else resolve(response as Response);
      };
      client.makeUnaryRequest(rpc.path, rpc.serialize, rpc.deserialize, request, metadata, { deadline }, done);
    });
  }

  return {
    async pendingRequest({ requestId, userId }, options) {
      return toPendingOutcome(await call(RPCS.pendingRequest, { requestId, userId }, options));
    },
    async issueCode({ requestId, userId, grantedScopes, grantContext }, options) {
      const request: IssueCodeRequest = { requestId, userId, grantedScopes: listOf(grantedScopes) };
      if (grantContext !== undefined) request.grantContext = grantContext;
      return toIssueOutcome(await call(RPCS.issueCode, request, options));
    },
    async denyPending({ requestId, userId }, options) {
      return toDenyOutcome(await call(RPCS.denyPending, { requestId, userId }, options));
    },
    async revoke(accessToken, options) {
      return (await call(RPCS.revoke, { accessToken }, options)).revoked;
    },
    async generateCredentials(method, options) {
      const request = { tokenEndpointAuthMethod: toAuthMethod(method) };
      const { clientId, clientSecret, clientSecretHash } = await call(RPCS.generateCredentials, request, options);
      return { clientId, ...(clientSecret !== '' && { secret: { clientSecret, clientSecretHash } }) };
    },
    async checkRedirectUri(redirectUri, options) {
      const { reason } = await call(RPCS.checkRedirectUri, { redirectUri }, options);
      return reason === '' ? undefined : reason;
    },
    close() {
      client.close();
    },
  };
}

function clientTls({ ca, cert, key }: ConsentTls): ClientTls {
  return {
    ...(ca !== undefined && { rootCertificates: Buffer.from(ca) }),
    ...(cert !== undefined && { clientCertificate: Buffer.from(cert) }),
    ...(key !== undefined && { clientKey: Buffer.from(key) }),
  };
}
