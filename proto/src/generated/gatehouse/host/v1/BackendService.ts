// Original file: proto/gatehouse/host/v1/backend.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  TransactRequest as _gatehouse_host_v1_TransactRequest,
  TransactRequest__Output as _gatehouse_host_v1_TransactRequest__Output,
} from '../../../gatehouse/host/v1/TransactRequest.js';
import type {
  TransactResponse as _gatehouse_host_v1_TransactResponse,
  TransactResponse__Output as _gatehouse_host_v1_TransactResponse__Output,
} from '../../../gatehouse/host/v1/TransactResponse.js';
import type {
  TransactStreamRequest as _gatehouse_host_v1_TransactStreamRequest,
  TransactStreamRequest__Output as _gatehouse_host_v1_TransactStreamRequest__Output,
} from '../../../gatehouse/host/v1/TransactStreamRequest.js';
import type {
  TransactStreamResponse as _gatehouse_host_v1_TransactStreamResponse,
  TransactStreamResponse__Output as _gatehouse_host_v1_TransactStreamResponse__Output,
} from '../../../gatehouse/host/v1/TransactStreamResponse.js';

export interface BackendServiceClient extends grpc.Client {
  Transact(
    argument: _gatehouse_host_v1_TransactRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_TransactResponse__Output>,
  ): grpc.ClientUnaryCall;
  Transact(
    argument: _gatehouse_host_v1_TransactRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_TransactResponse__Output>,
  ): grpc.ClientUnaryCall;
  Transact(
    argument: _gatehouse_host_v1_TransactRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_TransactResponse__Output>,
  ): grpc.ClientUnaryCall;
  Transact(
    argument: _gatehouse_host_v1_TransactRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_TransactResponse__Output>,
  ): grpc.ClientUnaryCall;
  transact(
    argument: _gatehouse_host_v1_TransactRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_TransactResponse__Output>,
  ): grpc.ClientUnaryCall;
  transact(
    argument: _gatehouse_host_v1_TransactRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_TransactResponse__Output>,
  ): grpc.ClientUnaryCall;
  transact(
    argument: _gatehouse_host_v1_TransactRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_TransactResponse__Output>,
  ): grpc.ClientUnaryCall;
  transact(
    argument: _gatehouse_host_v1_TransactRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_TransactResponse__Output>,
  ): grpc.ClientUnaryCall;

  TransactStream(
    metadata: grpc.Metadata,
    options?: grpc.CallOptions,
  ): grpc.ClientDuplexStream<
    _gatehouse_host_v1_TransactStreamRequest,
    _gatehouse_host_v1_TransactStreamResponse__Output
  >;
  TransactStream(
    options?: grpc.CallOptions,
  ): grpc.ClientDuplexStream<
    _gatehouse_host_v1_TransactStreamRequest,
    _gatehouse_host_v1_TransactStreamResponse__Output
  >;
  transactStream(
    metadata: grpc.Metadata,
    options?: grpc.CallOptions,
  ): grpc.ClientDuplexStream<
    _gatehouse_host_v1_TransactStreamRequest,
    _gatehouse_host_v1_TransactStreamResponse__Output
  >;
  transactStream(
    options?: grpc.CallOptions,
  ): grpc.ClientDuplexStream<
    _gatehouse_host_v1_TransactStreamRequest,
    _gatehouse_host_v1_TransactStreamResponse__Output
  >;
}

export interface BackendServiceHandlers extends grpc.UntypedServiceImplementation {
  Transact: grpc.handleUnaryCall<_gatehouse_host_v1_TransactRequest__Output, _gatehouse_host_v1_TransactResponse>;

  TransactStream: grpc.handleBidiStreamingCall<
    _gatehouse_host_v1_TransactStreamRequest__Output,
    _gatehouse_host_v1_TransactStreamResponse
  >;
}

export interface BackendServiceDefinition extends grpc.ServiceDefinition {
  Transact: MethodDefinition<
    _gatehouse_host_v1_TransactRequest,
    _gatehouse_host_v1_TransactResponse,
    _gatehouse_host_v1_TransactRequest__Output,
    _gatehouse_host_v1_TransactResponse__Output
  >;
  TransactStream: MethodDefinition<
    _gatehouse_host_v1_TransactStreamRequest,
    _gatehouse_host_v1_TransactStreamResponse,
    _gatehouse_host_v1_TransactStreamRequest__Output,
    _gatehouse_host_v1_TransactStreamResponse__Output
  >;
}
