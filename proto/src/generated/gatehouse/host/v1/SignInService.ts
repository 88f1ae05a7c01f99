// Original file: proto/gatehouse/host/v1/sign_in.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  ResolveUserRequest as _gatehouse_host_v1_ResolveUserRequest,
  ResolveUserRequest__Output as _gatehouse_host_v1_ResolveUserRequest__Output,
} from '../../../gatehouse/host/v1/ResolveUserRequest.js';
import type {
  ResolveUserResponse as _gatehouse_host_v1_ResolveUserResponse,
  ResolveUserResponse__Output as _gatehouse_host_v1_ResolveUserResponse__Output,
} from '../../../gatehouse/host/v1/ResolveUserResponse.js';

export interface SignInServiceClient extends grpc.Client {
  ResolveUser(
    argument: _gatehouse_host_v1_ResolveUserRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ResolveUserResponse__Output>,
  ): grpc.ClientUnaryCall;
  ResolveUser(
    argument: _gatehouse_host_v1_ResolveUserRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ResolveUserResponse__Output>,
  ): grpc.ClientUnaryCall;
  ResolveUser(
    argument: _gatehouse_host_v1_ResolveUserRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ResolveUserResponse__Output>,
  ): grpc.ClientUnaryCall;
  ResolveUser(
    argument: _gatehouse_host_v1_ResolveUserRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ResolveUserResponse__Output>,
  ): grpc.ClientUnaryCall;
  resolveUser(
    argument: _gatehouse_host_v1_ResolveUserRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ResolveUserResponse__Output>,
  ): grpc.ClientUnaryCall;
  resolveUser(
    argument: _gatehouse_host_v1_ResolveUserRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ResolveUserResponse__Output>,
  ): grpc.ClientUnaryCall;
  resolveUser(
    argument: _gatehouse_host_v1_ResolveUserRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ResolveUserResponse__Output>,
  ): grpc.ClientUnaryCall;
  resolveUser(
    argument: _gatehouse_host_v1_ResolveUserRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ResolveUserResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface SignInServiceHandlers extends grpc.UntypedServiceImplementation {
  ResolveUser: grpc.handleUnaryCall<
    _gatehouse_host_v1_ResolveUserRequest__Output,
    _gatehouse_host_v1_ResolveUserResponse
  >;
}

export interface SignInServiceDefinition extends grpc.ServiceDefinition {
  ResolveUser: MethodDefinition<
    _gatehouse_host_v1_ResolveUserRequest,
    _gatehouse_host_v1_ResolveUserResponse,
    _gatehouse_host_v1_ResolveUserRequest__Output,
    _gatehouse_host_v1_ResolveUserResponse__Output
  >;
}
