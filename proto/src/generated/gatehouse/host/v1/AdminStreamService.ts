// Original file: proto/gatehouse/host/v1/admin_stream.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  AdminStreamRequest as _gatehouse_host_v1_AdminStreamRequest,
  AdminStreamRequest__Output as _gatehouse_host_v1_AdminStreamRequest__Output,
} from '../../../gatehouse/host/v1/AdminStreamRequest.js';
import type {
  AdminStreamResponse as _gatehouse_host_v1_AdminStreamResponse,
  AdminStreamResponse__Output as _gatehouse_host_v1_AdminStreamResponse__Output,
} from '../../../gatehouse/host/v1/AdminStreamResponse.js';

export interface AdminStreamServiceClient extends grpc.Client {
  AdminStream(
    metadata: grpc.Metadata,
    options?: grpc.CallOptions,
  ): grpc.ClientDuplexStream<_gatehouse_host_v1_AdminStreamRequest, _gatehouse_host_v1_AdminStreamResponse__Output>;
  AdminStream(
    options?: grpc.CallOptions,
  ): grpc.ClientDuplexStream<_gatehouse_host_v1_AdminStreamRequest, _gatehouse_host_v1_AdminStreamResponse__Output>;
  adminStream(
    metadata: grpc.Metadata,
    options?: grpc.CallOptions,
  ): grpc.ClientDuplexStream<_gatehouse_host_v1_AdminStreamRequest, _gatehouse_host_v1_AdminStreamResponse__Output>;
  adminStream(
    options?: grpc.CallOptions,
  ): grpc.ClientDuplexStream<_gatehouse_host_v1_AdminStreamRequest, _gatehouse_host_v1_AdminStreamResponse__Output>;
}

export interface AdminStreamServiceHandlers extends grpc.UntypedServiceImplementation {
  AdminStream: grpc.handleBidiStreamingCall<
    _gatehouse_host_v1_AdminStreamRequest__Output,
    _gatehouse_host_v1_AdminStreamResponse
  >;
}

export interface AdminStreamServiceDefinition extends grpc.ServiceDefinition {
  AdminStream: MethodDefinition<
    _gatehouse_host_v1_AdminStreamRequest,
    _gatehouse_host_v1_AdminStreamResponse,
    _gatehouse_host_v1_AdminStreamRequest__Output,
    _gatehouse_host_v1_AdminStreamResponse__Output
  >;
}
