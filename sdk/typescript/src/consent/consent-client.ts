import { toAuthMethod } from '@gatehouse/proto/auth-method';
import type { IssueCodeRequest } from '@gatehouse/proto/generated/gatehouse/consent/v1/IssueCodeRequest';
import { listOf } from '@gatehouse/proto/message';
import { contextOf } from '@gatehouse/proto/metadata';
import type { Rpc } from '@gatehouse/proto/rpc';
import { rpcOf } from '@gatehouse/proto/rpc';
import { consentService } from '@gatehouse/proto/services';
import { status } from '@grpc/grpc-js';
import type { TokenEndpointAuthMethod } from '../ports/backend.js';
import type { ConsentClientOptions } from './consent-options.js';
import type { Failure } from './errors.js';
import { toFault } from './errors.js';
import type { DenyPendingOutcome, IssueCodeOutcome, PendingRequestOutcome } from './outcomes.js';
import { toDenyOutcome, toIssueOutcome, toPendingOutcome } from './outcomes.js';
import { transportOf } from './transport.js';

/** Links a call to the request that it serves, in the logs and traces of both sides. */
export interface CallOptions {
  /** 1 to 64 letters, digits, ".", "_" and "-"; any other is replaced. Default: a random one. */
  readonly requestId?: string;
  /** W3C trace context; a malformed one is left out. */
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** Names the pending request and the user whom the application has signed in. Gatehouse cannot verify the user. */
export interface Pending {
  /** Value of the `request` parameter of the consent page's URL. */
  readonly requestId: string;
  readonly userId: string;
}

/**
 * The consent operations. Expected outcomes are values, distinguished by `outcome`. Every method throws
 * GatehouseUnavailable if Gatehouse cannot answer right now, and GatehouseError if it rejects the call.
 */
export interface ConsentClient {
  /**
   * Returns the data to show. Never consumes the request. The first user for whom you call it becomes the owner of the
   * request.
   */
  pendingRequest(pending: Pending, call?: CallOptions): Promise<PendingRequestOutcome>;

  /**
   * Grants the request. Of any number of concurrent grants and denials, exactly one takes effect.
   *
   * `grantContext`: opaque bytes, at most 4096, that Gatehouse passes to every `mint` of this grant (a tenant, a
   * workspace).
   */
  issueCode(
    grant: Pending & { readonly grantedScopes: readonly string[]; readonly grantContext?: Buffer },
    call?: CallOptions,
  ): Promise<IssueCodeOutcome>;

  /** Denies the request. */
  denyPending(pending: Pending, call?: CallOptions): Promise<DenyPendingOutcome>;

  /** Revokes an access token and its refresh lineage. Returns false if there was nothing to revoke. */
  revoke(accessToken: string, call?: CallOptions): Promise<boolean>;

  /**
   * Generates a client id and, for a confidential client, a secret with its hash. Gatehouse stores nothing; the caller
   * does.
   */
  generateCredentials(method: TokenEndpointAuthMethod, call?: CallOptions): Promise<ClientCredentials>;

  /** Returns why registration would reject a redirect URI, in English, or undefined if it would accept it. */
  checkRedirectUri(redirectUri: string, call?: CallOptions): Promise<string | undefined>;

  /** Closes the connection; calls in progress fail. */
  close(): void;
}

/** Credentials for a client that the application creates itself. */
export interface ClientCredentials {
  readonly clientId: string;
  /** Show it once, and never store it. */
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

/** Connects on first use, and reconnects when the connection is lost. */
export function createConsentClient(options: ConsentClientOptions): ConsentClient {
  const { send, close } = transportOf(options);

  async function call<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: NoInfer<Request>,
    { requestId, traceparent, tracestate }: CallOptions = {},
  ): Promise<Response> {
    // They may come from a visitor, and gRPC and HTTP throw for many characters.
    const given = new Map(Object.entries({ 'x-request-id': requestId, traceparent, tracestate }));
    const metadata = contextOf((name) => given.get(name));
    const answer = await send(rpc, rpc.serialize(request), metadata);
    const faultOf = (failure: Failure): Error => toFault(rpc.name.replace(/.*\./, ''), metadata.requestId, failure);
    if (!Buffer.isBuffer(answer)) throw faultOf(answer);
    try {
      return rpc.deserialize(answer);
    } catch {
      throw faultOf({ code: status.INTERNAL, details: 'the response is not a message of its type' });
    }
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
    close,
  };
}
