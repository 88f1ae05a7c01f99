// Original file: proto/gatehouse/host/v1/host.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  DescribeRequest as _gatehouse_host_v1_DescribeRequest,
  DescribeRequest__Output as _gatehouse_host_v1_DescribeRequest__Output,
} from '../../../gatehouse/host/v1/DescribeRequest.js';
import type {
  DescribeResponse as _gatehouse_host_v1_DescribeResponse,
  DescribeResponse__Output as _gatehouse_host_v1_DescribeResponse__Output,
} from '../../../gatehouse/host/v1/DescribeResponse.js';

export interface HostServiceClient extends grpc.Client {
  Describe(
    argument: _gatehouse_host_v1_DescribeRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_DescribeResponse__Output>,
  ): grpc.ClientUnaryCall;
  Describe(
    argument: _gatehouse_host_v1_DescribeRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_DescribeResponse__Output>,
  ): grpc.ClientUnaryCall;
  Describe(
    argument: _gatehouse_host_v1_DescribeRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_DescribeResponse__Output>,
  ): grpc.ClientUnaryCall;
  Describe(
    argument: _gatehouse_host_v1_DescribeRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_DescribeResponse__Output>,
  ): grpc.ClientUnaryCall;
  describe(
    argument: _gatehouse_host_v1_DescribeRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_DescribeResponse__Output>,
  ): grpc.ClientUnaryCall;
  describe(
    argument: _gatehouse_host_v1_DescribeRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_DescribeResponse__Output>,
  ): grpc.ClientUnaryCall;
  describe(
    argument: _gatehouse_host_v1_DescribeRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_DescribeResponse__Output>,
  ): grpc.ClientUnaryCall;
  describe(
    argument: _gatehouse_host_v1_DescribeRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_DescribeResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface HostServiceHandlers extends grpc.UntypedServiceImplementation {
  Describe: grpc.handleUnaryCall<_gatehouse_host_v1_DescribeRequest__Output, _gatehouse_host_v1_DescribeResponse>;
}

export interface HostServiceDefinition extends grpc.ServiceDefinition {
  Describe: MethodDefinition<
    _gatehouse_host_v1_DescribeRequest,
    _gatehouse_host_v1_DescribeResponse,
    _gatehouse_host_v1_DescribeRequest__Output,
    _gatehouse_host_v1_DescribeResponse__Output
  >;
}
