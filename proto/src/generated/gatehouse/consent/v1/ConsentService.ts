// Original file: proto/gatehouse/consent/v1/consent.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  CheckRedirectUriRequest as _gatehouse_consent_v1_CheckRedirectUriRequest,
  CheckRedirectUriRequest__Output as _gatehouse_consent_v1_CheckRedirectUriRequest__Output,
} from '../../../gatehouse/consent/v1/CheckRedirectUriRequest.js';
import type {
  CheckRedirectUriResponse as _gatehouse_consent_v1_CheckRedirectUriResponse,
  CheckRedirectUriResponse__Output as _gatehouse_consent_v1_CheckRedirectUriResponse__Output,
} from '../../../gatehouse/consent/v1/CheckRedirectUriResponse.js';
import type {
  DenyPendingRequest as _gatehouse_consent_v1_DenyPendingRequest,
  DenyPendingRequest__Output as _gatehouse_consent_v1_DenyPendingRequest__Output,
} from '../../../gatehouse/consent/v1/DenyPendingRequest.js';
import type {
  DenyPendingResponse as _gatehouse_consent_v1_DenyPendingResponse,
  DenyPendingResponse__Output as _gatehouse_consent_v1_DenyPendingResponse__Output,
} from '../../../gatehouse/consent/v1/DenyPendingResponse.js';
import type {
  GenerateCredentialsRequest as _gatehouse_consent_v1_GenerateCredentialsRequest,
  GenerateCredentialsRequest__Output as _gatehouse_consent_v1_GenerateCredentialsRequest__Output,
} from '../../../gatehouse/consent/v1/GenerateCredentialsRequest.js';
import type {
  GenerateCredentialsResponse as _gatehouse_consent_v1_GenerateCredentialsResponse,
  GenerateCredentialsResponse__Output as _gatehouse_consent_v1_GenerateCredentialsResponse__Output,
} from '../../../gatehouse/consent/v1/GenerateCredentialsResponse.js';
import type {
  IssueCodeRequest as _gatehouse_consent_v1_IssueCodeRequest,
  IssueCodeRequest__Output as _gatehouse_consent_v1_IssueCodeRequest__Output,
} from '../../../gatehouse/consent/v1/IssueCodeRequest.js';
import type {
  IssueCodeResponse as _gatehouse_consent_v1_IssueCodeResponse,
  IssueCodeResponse__Output as _gatehouse_consent_v1_IssueCodeResponse__Output,
} from '../../../gatehouse/consent/v1/IssueCodeResponse.js';
import type {
  PendingRequestRequest as _gatehouse_consent_v1_PendingRequestRequest,
  PendingRequestRequest__Output as _gatehouse_consent_v1_PendingRequestRequest__Output,
} from '../../../gatehouse/consent/v1/PendingRequestRequest.js';
import type {
  PendingRequestResponse as _gatehouse_consent_v1_PendingRequestResponse,
  PendingRequestResponse__Output as _gatehouse_consent_v1_PendingRequestResponse__Output,
} from '../../../gatehouse/consent/v1/PendingRequestResponse.js';
import type {
  RevokeRequest as _gatehouse_consent_v1_RevokeRequest,
  RevokeRequest__Output as _gatehouse_consent_v1_RevokeRequest__Output,
} from '../../../gatehouse/consent/v1/RevokeRequest.js';
import type {
  RevokeResponse as _gatehouse_consent_v1_RevokeResponse,
  RevokeResponse__Output as _gatehouse_consent_v1_RevokeResponse__Output,
} from '../../../gatehouse/consent/v1/RevokeResponse.js';

export interface ConsentServiceClient extends grpc.Client {
  CheckRedirectUri(
    argument: _gatehouse_consent_v1_CheckRedirectUriRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_CheckRedirectUriResponse__Output>,
  ): grpc.ClientUnaryCall;
  CheckRedirectUri(
    argument: _gatehouse_consent_v1_CheckRedirectUriRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_consent_v1_CheckRedirectUriResponse__Output>,
  ): grpc.ClientUnaryCall;
  CheckRedirectUri(
    argument: _gatehouse_consent_v1_CheckRedirectUriRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_CheckRedirectUriResponse__Output>,
  ): grpc.ClientUnaryCall;
  CheckRedirectUri(
    argument: _gatehouse_consent_v1_CheckRedirectUriRequest,
    callback: grpc.requestCallback<_gatehouse_consent_v1_CheckRedirectUriResponse__Output>,
  ): grpc.ClientUnaryCall;
  checkRedirectUri(
    argument: _gatehouse_consent_v1_CheckRedirectUriRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_CheckRedirectUriResponse__Output>,
  ): grpc.ClientUnaryCall;
  checkRedirectUri(
    argument: _gatehouse_consent_v1_CheckRedirectUriRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_consent_v1_CheckRedirectUriResponse__Output>,
  ): grpc.ClientUnaryCall;
  checkRedirectUri(
    argument: _gatehouse_consent_v1_CheckRedirectUriRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_CheckRedirectUriResponse__Output>,
  ): grpc.ClientUnaryCall;
  checkRedirectUri(
    argument: _gatehouse_consent_v1_CheckRedirectUriRequest,
    callback: grpc.requestCallback<_gatehouse_consent_v1_CheckRedirectUriResponse__Output>,
  ): grpc.ClientUnaryCall;

  DenyPending(
    argument: _gatehouse_consent_v1_DenyPendingRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_DenyPendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  DenyPending(
    argument: _gatehouse_consent_v1_DenyPendingRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_consent_v1_DenyPendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  DenyPending(
    argument: _gatehouse_consent_v1_DenyPendingRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_DenyPendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  DenyPending(
    argument: _gatehouse_consent_v1_DenyPendingRequest,
    callback: grpc.requestCallback<_gatehouse_consent_v1_DenyPendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  denyPending(
    argument: _gatehouse_consent_v1_DenyPendingRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_DenyPendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  denyPending(
    argument: _gatehouse_consent_v1_DenyPendingRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_consent_v1_DenyPendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  denyPending(
    argument: _gatehouse_consent_v1_DenyPendingRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_DenyPendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  denyPending(
    argument: _gatehouse_consent_v1_DenyPendingRequest,
    callback: grpc.requestCallback<_gatehouse_consent_v1_DenyPendingResponse__Output>,
  ): grpc.ClientUnaryCall;

  GenerateCredentials(
    argument: _gatehouse_consent_v1_GenerateCredentialsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_GenerateCredentialsResponse__Output>,
  ): grpc.ClientUnaryCall;
  GenerateCredentials(
    argument: _gatehouse_consent_v1_GenerateCredentialsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_consent_v1_GenerateCredentialsResponse__Output>,
  ): grpc.ClientUnaryCall;
  GenerateCredentials(
    argument: _gatehouse_consent_v1_GenerateCredentialsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_GenerateCredentialsResponse__Output>,
  ): grpc.ClientUnaryCall;
  GenerateCredentials(
    argument: _gatehouse_consent_v1_GenerateCredentialsRequest,
    callback: grpc.requestCallback<_gatehouse_consent_v1_GenerateCredentialsResponse__Output>,
  ): grpc.ClientUnaryCall;
  generateCredentials(
    argument: _gatehouse_consent_v1_GenerateCredentialsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_GenerateCredentialsResponse__Output>,
  ): grpc.ClientUnaryCall;
  generateCredentials(
    argument: _gatehouse_consent_v1_GenerateCredentialsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_consent_v1_GenerateCredentialsResponse__Output>,
  ): grpc.ClientUnaryCall;
  generateCredentials(
    argument: _gatehouse_consent_v1_GenerateCredentialsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_GenerateCredentialsResponse__Output>,
  ): grpc.ClientUnaryCall;
  generateCredentials(
    argument: _gatehouse_consent_v1_GenerateCredentialsRequest,
    callback: grpc.requestCallback<_gatehouse_consent_v1_GenerateCredentialsResponse__Output>,
  ): grpc.ClientUnaryCall;

  IssueCode(
    argument: _gatehouse_consent_v1_IssueCodeRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_IssueCodeResponse__Output>,
  ): grpc.ClientUnaryCall;
  IssueCode(
    argument: _gatehouse_consent_v1_IssueCodeRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_consent_v1_IssueCodeResponse__Output>,
  ): grpc.ClientUnaryCall;
  IssueCode(
    argument: _gatehouse_consent_v1_IssueCodeRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_IssueCodeResponse__Output>,
  ): grpc.ClientUnaryCall;
  IssueCode(
    argument: _gatehouse_consent_v1_IssueCodeRequest,
    callback: grpc.requestCallback<_gatehouse_consent_v1_IssueCodeResponse__Output>,
  ): grpc.ClientUnaryCall;
  issueCode(
    argument: _gatehouse_consent_v1_IssueCodeRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_IssueCodeResponse__Output>,
  ): grpc.ClientUnaryCall;
  issueCode(
    argument: _gatehouse_consent_v1_IssueCodeRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_consent_v1_IssueCodeResponse__Output>,
  ): grpc.ClientUnaryCall;
  issueCode(
    argument: _gatehouse_consent_v1_IssueCodeRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_IssueCodeResponse__Output>,
  ): grpc.ClientUnaryCall;
  issueCode(
    argument: _gatehouse_consent_v1_IssueCodeRequest,
    callback: grpc.requestCallback<_gatehouse_consent_v1_IssueCodeResponse__Output>,
  ): grpc.ClientUnaryCall;

  PendingRequest(
    argument: _gatehouse_consent_v1_PendingRequestRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_PendingRequestResponse__Output>,
  ): grpc.ClientUnaryCall;
  PendingRequest(
    argument: _gatehouse_consent_v1_PendingRequestRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_consent_v1_PendingRequestResponse__Output>,
  ): grpc.ClientUnaryCall;
  PendingRequest(
    argument: _gatehouse_consent_v1_PendingRequestRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_PendingRequestResponse__Output>,
  ): grpc.ClientUnaryCall;
  PendingRequest(
    argument: _gatehouse_consent_v1_PendingRequestRequest,
    callback: grpc.requestCallback<_gatehouse_consent_v1_PendingRequestResponse__Output>,
  ): grpc.ClientUnaryCall;
  pendingRequest(
    argument: _gatehouse_consent_v1_PendingRequestRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_PendingRequestResponse__Output>,
  ): grpc.ClientUnaryCall;
  pendingRequest(
    argument: _gatehouse_consent_v1_PendingRequestRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_consent_v1_PendingRequestResponse__Output>,
  ): grpc.ClientUnaryCall;
  pendingRequest(
    argument: _gatehouse_consent_v1_PendingRequestRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_PendingRequestResponse__Output>,
  ): grpc.ClientUnaryCall;
  pendingRequest(
    argument: _gatehouse_consent_v1_PendingRequestRequest,
    callback: grpc.requestCallback<_gatehouse_consent_v1_PendingRequestResponse__Output>,
  ): grpc.ClientUnaryCall;

  Revoke(
    argument: _gatehouse_consent_v1_RevokeRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_RevokeResponse__Output>,
  ): grpc.ClientUnaryCall;
  Revoke(
    argument: _gatehouse_consent_v1_RevokeRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_consent_v1_RevokeResponse__Output>,
  ): grpc.ClientUnaryCall;
  Revoke(
    argument: _gatehouse_consent_v1_RevokeRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_RevokeResponse__Output>,
  ): grpc.ClientUnaryCall;
  Revoke(
    argument: _gatehouse_consent_v1_RevokeRequest,
    callback: grpc.requestCallback<_gatehouse_consent_v1_RevokeResponse__Output>,
  ): grpc.ClientUnaryCall;
  revoke(
    argument: _gatehouse_consent_v1_RevokeRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_RevokeResponse__Output>,
  ): grpc.ClientUnaryCall;
  revoke(
    argument: _gatehouse_consent_v1_RevokeRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_consent_v1_RevokeResponse__Output>,
  ): grpc.ClientUnaryCall;
  revoke(
    argument: _gatehouse_consent_v1_RevokeRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_consent_v1_RevokeResponse__Output>,
  ): grpc.ClientUnaryCall;
  revoke(
    argument: _gatehouse_consent_v1_RevokeRequest,
    callback: grpc.requestCallback<_gatehouse_consent_v1_RevokeResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface ConsentServiceHandlers extends grpc.UntypedServiceImplementation {
  CheckRedirectUri: grpc.handleUnaryCall<
    _gatehouse_consent_v1_CheckRedirectUriRequest__Output,
    _gatehouse_consent_v1_CheckRedirectUriResponse
  >;

  DenyPending: grpc.handleUnaryCall<
    _gatehouse_consent_v1_DenyPendingRequest__Output,
    _gatehouse_consent_v1_DenyPendingResponse
  >;

  GenerateCredentials: grpc.handleUnaryCall<
    _gatehouse_consent_v1_GenerateCredentialsRequest__Output,
    _gatehouse_consent_v1_GenerateCredentialsResponse
  >;

  IssueCode: grpc.handleUnaryCall<
    _gatehouse_consent_v1_IssueCodeRequest__Output,
    _gatehouse_consent_v1_IssueCodeResponse
  >;

  PendingRequest: grpc.handleUnaryCall<
    _gatehouse_consent_v1_PendingRequestRequest__Output,
    _gatehouse_consent_v1_PendingRequestResponse
  >;

  Revoke: grpc.handleUnaryCall<_gatehouse_consent_v1_RevokeRequest__Output, _gatehouse_consent_v1_RevokeResponse>;
}

export interface ConsentServiceDefinition extends grpc.ServiceDefinition {
  CheckRedirectUri: MethodDefinition<
    _gatehouse_consent_v1_CheckRedirectUriRequest,
    _gatehouse_consent_v1_CheckRedirectUriResponse,
    _gatehouse_consent_v1_CheckRedirectUriRequest__Output,
    _gatehouse_consent_v1_CheckRedirectUriResponse__Output
  >;
  DenyPending: MethodDefinition<
    _gatehouse_consent_v1_DenyPendingRequest,
    _gatehouse_consent_v1_DenyPendingResponse,
    _gatehouse_consent_v1_DenyPendingRequest__Output,
    _gatehouse_consent_v1_DenyPendingResponse__Output
  >;
  GenerateCredentials: MethodDefinition<
    _gatehouse_consent_v1_GenerateCredentialsRequest,
    _gatehouse_consent_v1_GenerateCredentialsResponse,
    _gatehouse_consent_v1_GenerateCredentialsRequest__Output,
    _gatehouse_consent_v1_GenerateCredentialsResponse__Output
  >;
  IssueCode: MethodDefinition<
    _gatehouse_consent_v1_IssueCodeRequest,
    _gatehouse_consent_v1_IssueCodeResponse,
    _gatehouse_consent_v1_IssueCodeRequest__Output,
    _gatehouse_consent_v1_IssueCodeResponse__Output
  >;
  PendingRequest: MethodDefinition<
    _gatehouse_consent_v1_PendingRequestRequest,
    _gatehouse_consent_v1_PendingRequestResponse,
    _gatehouse_consent_v1_PendingRequestRequest__Output,
    _gatehouse_consent_v1_PendingRequestResponse__Output
  >;
  Revoke: MethodDefinition<
    _gatehouse_consent_v1_RevokeRequest,
    _gatehouse_consent_v1_RevokeResponse,
    _gatehouse_consent_v1_RevokeRequest__Output,
    _gatehouse_consent_v1_RevokeResponse__Output
  >;
}
