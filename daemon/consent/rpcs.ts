import { fromAuthMethod } from '@gatehouse/proto/auth-method';
import type { CheckRedirectUriRequest__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/CheckRedirectUriRequest';
import type { CheckRedirectUriResponse } from '@gatehouse/proto/generated/gatehouse/consent/v1/CheckRedirectUriResponse';
import type { ConsentError as ProtoConsentError } from '@gatehouse/proto/generated/gatehouse/consent/v1/ConsentError';
import type { DenyPendingRequest__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/DenyPendingRequest';
import type { DenyPendingResponse } from '@gatehouse/proto/generated/gatehouse/consent/v1/DenyPendingResponse';
import type { GenerateCredentialsRequest__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/GenerateCredentialsRequest';
import type { GenerateCredentialsResponse } from '@gatehouse/proto/generated/gatehouse/consent/v1/GenerateCredentialsResponse';
import type { IssueCodeRequest__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/IssueCodeRequest';
import type { IssueCodeResponse } from '@gatehouse/proto/generated/gatehouse/consent/v1/IssueCodeResponse';
import type { PendingRequestRequest__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/PendingRequestRequest';
import type { PendingRequestResponse } from '@gatehouse/proto/generated/gatehouse/consent/v1/PendingRequestResponse';
import type { RequestedScope } from '@gatehouse/proto/generated/gatehouse/consent/v1/RequestedScope';
import type { RevokeRequest__Output } from '@gatehouse/proto/generated/gatehouse/consent/v1/RevokeRequest';
import type { RevokeResponse } from '@gatehouse/proto/generated/gatehouse/consent/v1/RevokeResponse';
import { toTimestamp } from '@gatehouse/proto/time';
import { isRefused } from '../oauth/model/oauth-error.js';
import type { ConsentError } from '../oauth/usecases/consent-operations.js';
import type { Rpc } from './handler.js';

const CONSENT_ERRORS = {
  pending_not_found: 'CONSENT_ERROR_PENDING_NOT_FOUND',
  no_grantable_scopes: 'CONSENT_ERROR_NO_GRANTABLE_SCOPES',
} as const satisfies Record<ConsentError, ProtoConsentError>;

export const viewPendingRequest: Rpc<PendingRequestRequest__Output, PendingRequestResponse> = async (
  request,
  operations,
  call,
): Promise<PendingRequestResponse> => {
  const outcome = await operations.viewPendingRequest(request.requestId, request.userId, call);
  if (typeof outcome === 'string') return { error: CONSENT_ERRORS[outcome] };
  return {
    pendingRequest: {
      clientId: outcome.clientId,
      clientName: outcome.clientName,
      clientRegisteredAt: toTimestamp(outcome.clientRegisteredAt),
      clientSelfRegistered: outcome.clientSelfRegistered,
      redirectUri: outcome.redirectUri,
      redirectHost: outcome.redirectHost,
      redirectIsLoopback: outcome.redirectIsLoopback,
      scopes: outcome.scopes.map(({ scope, description }): RequestedScope => ({ scope, description })),
      resource: outcome.resource,
      expiresAt: toTimestamp(outcome.expiresAt),
    },
  };
};

export const grantConsent: Rpc<IssueCodeRequest__Output, IssueCodeResponse> = async (
  request,
  operations,
  call,
): Promise<IssueCodeResponse> => {
  const outcome = await operations.grantConsent(
    {
      requestId: request.requestId,
      userId: request.userId,
      grantedScopes: request.grantedScopes,
      grantContext: request.grantContext,
    },
    call,
  );
  return typeof outcome === 'string' ? { error: CONSENT_ERRORS[outcome] } : { redirectUrl: outcome.redirectUrl };
};

export const denyConsent: Rpc<DenyPendingRequest__Output, DenyPendingResponse> = async (
  request,
  operations,
  call,
): Promise<DenyPendingResponse> => {
  const outcome = await operations.denyConsent(request.requestId, request.userId, call);
  return typeof outcome === 'string' ? { error: CONSENT_ERRORS[outcome] } : { redirectUrl: outcome.redirectUrl };
};

export const revokeAccessToken: Rpc<RevokeRequest__Output, RevokeResponse> = async (request, operations, call) => ({
  revoked: await operations.revokeAccessToken(request.accessToken, call),
});

export const generateCredentials: Rpc<GenerateCredentialsRequest__Output, GenerateCredentialsResponse> = (
  request,
  operations,
): GenerateCredentialsResponse => {
  const authMethod = fromAuthMethod(request.tokenEndpointAuthMethod);
  if (authMethod === undefined) throw new TypeError('the request was not checked');
  const { clientId, secret } = operations.generateCredentials(authMethod);
  if (secret === undefined) return { clientId };
  return { clientId, clientSecret: secret.plain, clientSecretHash: secret.hash };
};

export const checkRedirectUri: Rpc<CheckRedirectUriRequest__Output, CheckRedirectUriResponse> = (
  request,
  operations,
) => {
  const checked = operations.checkRedirectUri(request.redirectUri);
  return { reason: isRefused(checked) ? checked.description : '' };
};
