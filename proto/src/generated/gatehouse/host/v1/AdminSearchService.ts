// Original file: proto/gatehouse/host/v1/admin_search.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  SearchRecordsRequest as _gatehouse_host_v1_SearchRecordsRequest,
  SearchRecordsRequest__Output as _gatehouse_host_v1_SearchRecordsRequest__Output,
} from '../../../gatehouse/host/v1/SearchRecordsRequest.js';
import type {
  SearchRecordsResponse as _gatehouse_host_v1_SearchRecordsResponse,
  SearchRecordsResponse__Output as _gatehouse_host_v1_SearchRecordsResponse__Output,
} from '../../../gatehouse/host/v1/SearchRecordsResponse.js';

export interface AdminSearchServiceClient extends grpc.Client {
  SearchRecords(
    argument: _gatehouse_host_v1_SearchRecordsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SearchRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  SearchRecords(
    argument: _gatehouse_host_v1_SearchRecordsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_SearchRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  SearchRecords(
    argument: _gatehouse_host_v1_SearchRecordsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SearchRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  SearchRecords(
    argument: _gatehouse_host_v1_SearchRecordsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_SearchRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  searchRecords(
    argument: _gatehouse_host_v1_SearchRecordsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SearchRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  searchRecords(
    argument: _gatehouse_host_v1_SearchRecordsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_SearchRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  searchRecords(
    argument: _gatehouse_host_v1_SearchRecordsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SearchRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  searchRecords(
    argument: _gatehouse_host_v1_SearchRecordsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_SearchRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface AdminSearchServiceHandlers extends grpc.UntypedServiceImplementation {
  SearchRecords: grpc.handleUnaryCall<
    _gatehouse_host_v1_SearchRecordsRequest__Output,
    _gatehouse_host_v1_SearchRecordsResponse
  >;
}

export interface AdminSearchServiceDefinition extends grpc.ServiceDefinition {
  SearchRecords: MethodDefinition<
    _gatehouse_host_v1_SearchRecordsRequest,
    _gatehouse_host_v1_SearchRecordsResponse,
    _gatehouse_host_v1_SearchRecordsRequest__Output,
    _gatehouse_host_v1_SearchRecordsResponse__Output
  >;
}
