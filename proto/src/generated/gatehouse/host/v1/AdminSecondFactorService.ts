// Original file: proto/gatehouse/host/v1/admin_second_factor.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  GetSecondFactorRequest as _gatehouse_host_v1_GetSecondFactorRequest,
  GetSecondFactorRequest__Output as _gatehouse_host_v1_GetSecondFactorRequest__Output,
} from '../../../gatehouse/host/v1/GetSecondFactorRequest.js';
import type {
  GetSecondFactorResponse as _gatehouse_host_v1_GetSecondFactorResponse,
  GetSecondFactorResponse__Output as _gatehouse_host_v1_GetSecondFactorResponse__Output,
} from '../../../gatehouse/host/v1/GetSecondFactorResponse.js';
import type {
  RemoveSecondFactorRequest as _gatehouse_host_v1_RemoveSecondFactorRequest,
  RemoveSecondFactorRequest__Output as _gatehouse_host_v1_RemoveSecondFactorRequest__Output,
} from '../../../gatehouse/host/v1/RemoveSecondFactorRequest.js';
import type {
  RemoveSecondFactorResponse as _gatehouse_host_v1_RemoveSecondFactorResponse,
  RemoveSecondFactorResponse__Output as _gatehouse_host_v1_RemoveSecondFactorResponse__Output,
} from '../../../gatehouse/host/v1/RemoveSecondFactorResponse.js';
import type {
  SetRecoveryCodesRequest as _gatehouse_host_v1_SetRecoveryCodesRequest,
  SetRecoveryCodesRequest__Output as _gatehouse_host_v1_SetRecoveryCodesRequest__Output,
} from '../../../gatehouse/host/v1/SetRecoveryCodesRequest.js';
import type {
  SetRecoveryCodesResponse as _gatehouse_host_v1_SetRecoveryCodesResponse,
  SetRecoveryCodesResponse__Output as _gatehouse_host_v1_SetRecoveryCodesResponse__Output,
} from '../../../gatehouse/host/v1/SetRecoveryCodesResponse.js';
import type {
  SetSecondFactorRequest as _gatehouse_host_v1_SetSecondFactorRequest,
  SetSecondFactorRequest__Output as _gatehouse_host_v1_SetSecondFactorRequest__Output,
} from '../../../gatehouse/host/v1/SetSecondFactorRequest.js';
import type {
  SetSecondFactorResponse as _gatehouse_host_v1_SetSecondFactorResponse,
  SetSecondFactorResponse__Output as _gatehouse_host_v1_SetSecondFactorResponse__Output,
} from '../../../gatehouse/host/v1/SetSecondFactorResponse.js';
import type {
  UseSecondFactorRequest as _gatehouse_host_v1_UseSecondFactorRequest,
  UseSecondFactorRequest__Output as _gatehouse_host_v1_UseSecondFactorRequest__Output,
} from '../../../gatehouse/host/v1/UseSecondFactorRequest.js';
import type {
  UseSecondFactorResponse as _gatehouse_host_v1_UseSecondFactorResponse,
  UseSecondFactorResponse__Output as _gatehouse_host_v1_UseSecondFactorResponse__Output,
} from '../../../gatehouse/host/v1/UseSecondFactorResponse.js';

export interface AdminSecondFactorServiceClient extends grpc.Client {
  GetSecondFactor(
    argument: _gatehouse_host_v1_GetSecondFactorRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetSecondFactor(
    argument: _gatehouse_host_v1_GetSecondFactorRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetSecondFactor(
    argument: _gatehouse_host_v1_GetSecondFactorRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetSecondFactor(
    argument: _gatehouse_host_v1_GetSecondFactorRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  getSecondFactor(
    argument: _gatehouse_host_v1_GetSecondFactorRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  getSecondFactor(
    argument: _gatehouse_host_v1_GetSecondFactorRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  getSecondFactor(
    argument: _gatehouse_host_v1_GetSecondFactorRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  getSecondFactor(
    argument: _gatehouse_host_v1_GetSecondFactorRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;

  RemoveSecondFactor(
    argument: _gatehouse_host_v1_RemoveSecondFactorRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  RemoveSecondFactor(
    argument: _gatehouse_host_v1_RemoveSecondFactorRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  RemoveSecondFactor(
    argument: _gatehouse_host_v1_RemoveSecondFactorRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  RemoveSecondFactor(
    argument: _gatehouse_host_v1_RemoveSecondFactorRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  removeSecondFactor(
    argument: _gatehouse_host_v1_RemoveSecondFactorRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  removeSecondFactor(
    argument: _gatehouse_host_v1_RemoveSecondFactorRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  removeSecondFactor(
    argument: _gatehouse_host_v1_RemoveSecondFactorRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  removeSecondFactor(
    argument: _gatehouse_host_v1_RemoveSecondFactorRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;

  SetRecoveryCodes(
    argument: _gatehouse_host_v1_SetRecoveryCodesRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetRecoveryCodesResponse__Output>,
  ): grpc.ClientUnaryCall;
  SetRecoveryCodes(
    argument: _gatehouse_host_v1_SetRecoveryCodesRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetRecoveryCodesResponse__Output>,
  ): grpc.ClientUnaryCall;
  SetRecoveryCodes(
    argument: _gatehouse_host_v1_SetRecoveryCodesRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetRecoveryCodesResponse__Output>,
  ): grpc.ClientUnaryCall;
  SetRecoveryCodes(
    argument: _gatehouse_host_v1_SetRecoveryCodesRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetRecoveryCodesResponse__Output>,
  ): grpc.ClientUnaryCall;
  setRecoveryCodes(
    argument: _gatehouse_host_v1_SetRecoveryCodesRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetRecoveryCodesResponse__Output>,
  ): grpc.ClientUnaryCall;
  setRecoveryCodes(
    argument: _gatehouse_host_v1_SetRecoveryCodesRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetRecoveryCodesResponse__Output>,
  ): grpc.ClientUnaryCall;
  setRecoveryCodes(
    argument: _gatehouse_host_v1_SetRecoveryCodesRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetRecoveryCodesResponse__Output>,
  ): grpc.ClientUnaryCall;
  setRecoveryCodes(
    argument: _gatehouse_host_v1_SetRecoveryCodesRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetRecoveryCodesResponse__Output>,
  ): grpc.ClientUnaryCall;

  SetSecondFactor(
    argument: _gatehouse_host_v1_SetSecondFactorRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  SetSecondFactor(
    argument: _gatehouse_host_v1_SetSecondFactorRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  SetSecondFactor(
    argument: _gatehouse_host_v1_SetSecondFactorRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  SetSecondFactor(
    argument: _gatehouse_host_v1_SetSecondFactorRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  setSecondFactor(
    argument: _gatehouse_host_v1_SetSecondFactorRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  setSecondFactor(
    argument: _gatehouse_host_v1_SetSecondFactorRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  setSecondFactor(
    argument: _gatehouse_host_v1_SetSecondFactorRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  setSecondFactor(
    argument: _gatehouse_host_v1_SetSecondFactorRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;

  UseSecondFactor(
    argument: _gatehouse_host_v1_UseSecondFactorRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UseSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  UseSecondFactor(
    argument: _gatehouse_host_v1_UseSecondFactorRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_UseSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  UseSecondFactor(
    argument: _gatehouse_host_v1_UseSecondFactorRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UseSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  UseSecondFactor(
    argument: _gatehouse_host_v1_UseSecondFactorRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_UseSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  useSecondFactor(
    argument: _gatehouse_host_v1_UseSecondFactorRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UseSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  useSecondFactor(
    argument: _gatehouse_host_v1_UseSecondFactorRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_UseSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  useSecondFactor(
    argument: _gatehouse_host_v1_UseSecondFactorRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UseSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
  useSecondFactor(
    argument: _gatehouse_host_v1_UseSecondFactorRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_UseSecondFactorResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface AdminSecondFactorServiceHandlers extends grpc.UntypedServiceImplementation {
  GetSecondFactor: grpc.handleUnaryCall<
    _gatehouse_host_v1_GetSecondFactorRequest__Output,
    _gatehouse_host_v1_GetSecondFactorResponse
  >;

  RemoveSecondFactor: grpc.handleUnaryCall<
    _gatehouse_host_v1_RemoveSecondFactorRequest__Output,
    _gatehouse_host_v1_RemoveSecondFactorResponse
  >;

  SetRecoveryCodes: grpc.handleUnaryCall<
    _gatehouse_host_v1_SetRecoveryCodesRequest__Output,
    _gatehouse_host_v1_SetRecoveryCodesResponse
  >;

  SetSecondFactor: grpc.handleUnaryCall<
    _gatehouse_host_v1_SetSecondFactorRequest__Output,
    _gatehouse_host_v1_SetSecondFactorResponse
  >;

  UseSecondFactor: grpc.handleUnaryCall<
    _gatehouse_host_v1_UseSecondFactorRequest__Output,
    _gatehouse_host_v1_UseSecondFactorResponse
  >;
}

export interface AdminSecondFactorServiceDefinition extends grpc.ServiceDefinition {
  GetSecondFactor: MethodDefinition<
    _gatehouse_host_v1_GetSecondFactorRequest,
    _gatehouse_host_v1_GetSecondFactorResponse,
    _gatehouse_host_v1_GetSecondFactorRequest__Output,
    _gatehouse_host_v1_GetSecondFactorResponse__Output
  >;
  RemoveSecondFactor: MethodDefinition<
    _gatehouse_host_v1_RemoveSecondFactorRequest,
    _gatehouse_host_v1_RemoveSecondFactorResponse,
    _gatehouse_host_v1_RemoveSecondFactorRequest__Output,
    _gatehouse_host_v1_RemoveSecondFactorResponse__Output
  >;
  SetRecoveryCodes: MethodDefinition<
    _gatehouse_host_v1_SetRecoveryCodesRequest,
    _gatehouse_host_v1_SetRecoveryCodesResponse,
    _gatehouse_host_v1_SetRecoveryCodesRequest__Output,
    _gatehouse_host_v1_SetRecoveryCodesResponse__Output
  >;
  SetSecondFactor: MethodDefinition<
    _gatehouse_host_v1_SetSecondFactorRequest,
    _gatehouse_host_v1_SetSecondFactorResponse,
    _gatehouse_host_v1_SetSecondFactorRequest__Output,
    _gatehouse_host_v1_SetSecondFactorResponse__Output
  >;
  UseSecondFactor: MethodDefinition<
    _gatehouse_host_v1_UseSecondFactorRequest,
    _gatehouse_host_v1_UseSecondFactorResponse,
    _gatehouse_host_v1_UseSecondFactorRequest__Output,
    _gatehouse_host_v1_UseSecondFactorResponse__Output
  >;
}
