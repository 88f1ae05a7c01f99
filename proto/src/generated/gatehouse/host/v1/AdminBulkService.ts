// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  ImportRecordsRequest as _gatehouse_host_v1_ImportRecordsRequest,
  ImportRecordsRequest__Output as _gatehouse_host_v1_ImportRecordsRequest__Output,
} from '../../../gatehouse/host/v1/ImportRecordsRequest.js';
import type {
  ImportRecordsResponse as _gatehouse_host_v1_ImportRecordsResponse,
  ImportRecordsResponse__Output as _gatehouse_host_v1_ImportRecordsResponse__Output,
} from '../../../gatehouse/host/v1/ImportRecordsResponse.js';
import type {
  RunOnRecordsRequest as _gatehouse_host_v1_RunOnRecordsRequest,
  RunOnRecordsRequest__Output as _gatehouse_host_v1_RunOnRecordsRequest__Output,
} from '../../../gatehouse/host/v1/RunOnRecordsRequest.js';
import type {
  RunOnRecordsResponse as _gatehouse_host_v1_RunOnRecordsResponse,
  RunOnRecordsResponse__Output as _gatehouse_host_v1_RunOnRecordsResponse__Output,
} from '../../../gatehouse/host/v1/RunOnRecordsResponse.js';
import type {
  WalkRecordsRequest as _gatehouse_host_v1_WalkRecordsRequest,
  WalkRecordsRequest__Output as _gatehouse_host_v1_WalkRecordsRequest__Output,
} from '../../../gatehouse/host/v1/WalkRecordsRequest.js';
import type {
  WalkRecordsResponse as _gatehouse_host_v1_WalkRecordsResponse,
  WalkRecordsResponse__Output as _gatehouse_host_v1_WalkRecordsResponse__Output,
} from '../../../gatehouse/host/v1/WalkRecordsResponse.js';

export interface AdminBulkServiceClient extends grpc.Client {
  ImportRecords(
    argument: _gatehouse_host_v1_ImportRecordsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ImportRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ImportRecords(
    argument: _gatehouse_host_v1_ImportRecordsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ImportRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ImportRecords(
    argument: _gatehouse_host_v1_ImportRecordsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ImportRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ImportRecords(
    argument: _gatehouse_host_v1_ImportRecordsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ImportRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  importRecords(
    argument: _gatehouse_host_v1_ImportRecordsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ImportRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  importRecords(
    argument: _gatehouse_host_v1_ImportRecordsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ImportRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  importRecords(
    argument: _gatehouse_host_v1_ImportRecordsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ImportRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  importRecords(
    argument: _gatehouse_host_v1_ImportRecordsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ImportRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;

  RunOnRecords(
    argument: _gatehouse_host_v1_RunOnRecordsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunOnRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  RunOnRecords(
    argument: _gatehouse_host_v1_RunOnRecordsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunOnRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  RunOnRecords(
    argument: _gatehouse_host_v1_RunOnRecordsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunOnRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  RunOnRecords(
    argument: _gatehouse_host_v1_RunOnRecordsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunOnRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  runOnRecords(
    argument: _gatehouse_host_v1_RunOnRecordsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunOnRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  runOnRecords(
    argument: _gatehouse_host_v1_RunOnRecordsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunOnRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  runOnRecords(
    argument: _gatehouse_host_v1_RunOnRecordsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunOnRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  runOnRecords(
    argument: _gatehouse_host_v1_RunOnRecordsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunOnRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;

  WalkRecords(
    argument: _gatehouse_host_v1_WalkRecordsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_WalkRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  WalkRecords(
    argument: _gatehouse_host_v1_WalkRecordsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_WalkRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  WalkRecords(
    argument: _gatehouse_host_v1_WalkRecordsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_WalkRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  WalkRecords(
    argument: _gatehouse_host_v1_WalkRecordsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_WalkRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  walkRecords(
    argument: _gatehouse_host_v1_WalkRecordsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_WalkRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  walkRecords(
    argument: _gatehouse_host_v1_WalkRecordsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_WalkRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  walkRecords(
    argument: _gatehouse_host_v1_WalkRecordsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_WalkRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  walkRecords(
    argument: _gatehouse_host_v1_WalkRecordsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_WalkRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface AdminBulkServiceHandlers extends grpc.UntypedServiceImplementation {
  ImportRecords: grpc.handleUnaryCall<
    _gatehouse_host_v1_ImportRecordsRequest__Output,
    _gatehouse_host_v1_ImportRecordsResponse
  >;

  RunOnRecords: grpc.handleUnaryCall<
    _gatehouse_host_v1_RunOnRecordsRequest__Output,
    _gatehouse_host_v1_RunOnRecordsResponse
  >;

  WalkRecords: grpc.handleUnaryCall<
    _gatehouse_host_v1_WalkRecordsRequest__Output,
    _gatehouse_host_v1_WalkRecordsResponse
  >;
}

export interface AdminBulkServiceDefinition extends grpc.ServiceDefinition {
  ImportRecords: MethodDefinition<
    _gatehouse_host_v1_ImportRecordsRequest,
    _gatehouse_host_v1_ImportRecordsResponse,
    _gatehouse_host_v1_ImportRecordsRequest__Output,
    _gatehouse_host_v1_ImportRecordsResponse__Output
  >;
  RunOnRecords: MethodDefinition<
    _gatehouse_host_v1_RunOnRecordsRequest,
    _gatehouse_host_v1_RunOnRecordsResponse,
    _gatehouse_host_v1_RunOnRecordsRequest__Output,
    _gatehouse_host_v1_RunOnRecordsResponse__Output
  >;
  WalkRecords: MethodDefinition<
    _gatehouse_host_v1_WalkRecordsRequest,
    _gatehouse_host_v1_WalkRecordsResponse,
    _gatehouse_host_v1_WalkRecordsRequest__Output,
    _gatehouse_host_v1_WalkRecordsResponse__Output
  >;
}
