// Original file: proto/gatehouse/host/v1/admin_view.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  DeleteViewRequest as _gatehouse_host_v1_DeleteViewRequest,
  DeleteViewRequest__Output as _gatehouse_host_v1_DeleteViewRequest__Output,
} from '../../../gatehouse/host/v1/DeleteViewRequest.js';
import type {
  DeleteViewResponse as _gatehouse_host_v1_DeleteViewResponse,
  DeleteViewResponse__Output as _gatehouse_host_v1_DeleteViewResponse__Output,
} from '../../../gatehouse/host/v1/DeleteViewResponse.js';
import type {
  ListViewsRequest as _gatehouse_host_v1_ListViewsRequest,
  ListViewsRequest__Output as _gatehouse_host_v1_ListViewsRequest__Output,
} from '../../../gatehouse/host/v1/ListViewsRequest.js';
import type {
  ListViewsResponse as _gatehouse_host_v1_ListViewsResponse,
  ListViewsResponse__Output as _gatehouse_host_v1_ListViewsResponse__Output,
} from '../../../gatehouse/host/v1/ListViewsResponse.js';
import type {
  SaveViewRequest as _gatehouse_host_v1_SaveViewRequest,
  SaveViewRequest__Output as _gatehouse_host_v1_SaveViewRequest__Output,
} from '../../../gatehouse/host/v1/SaveViewRequest.js';
import type {
  SaveViewResponse as _gatehouse_host_v1_SaveViewResponse,
  SaveViewResponse__Output as _gatehouse_host_v1_SaveViewResponse__Output,
} from '../../../gatehouse/host/v1/SaveViewResponse.js';

export interface AdminViewServiceClient extends grpc.Client {
  DeleteView(
    argument: _gatehouse_host_v1_DeleteViewRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  DeleteView(
    argument: _gatehouse_host_v1_DeleteViewRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  DeleteView(
    argument: _gatehouse_host_v1_DeleteViewRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  DeleteView(
    argument: _gatehouse_host_v1_DeleteViewRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  deleteView(
    argument: _gatehouse_host_v1_DeleteViewRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  deleteView(
    argument: _gatehouse_host_v1_DeleteViewRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  deleteView(
    argument: _gatehouse_host_v1_DeleteViewRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  deleteView(
    argument: _gatehouse_host_v1_DeleteViewRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteViewResponse__Output>,
  ): grpc.ClientUnaryCall;

  ListViews(
    argument: _gatehouse_host_v1_ListViewsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListViewsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListViews(
    argument: _gatehouse_host_v1_ListViewsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListViewsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListViews(
    argument: _gatehouse_host_v1_ListViewsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListViewsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListViews(
    argument: _gatehouse_host_v1_ListViewsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListViewsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listViews(
    argument: _gatehouse_host_v1_ListViewsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListViewsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listViews(
    argument: _gatehouse_host_v1_ListViewsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListViewsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listViews(
    argument: _gatehouse_host_v1_ListViewsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListViewsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listViews(
    argument: _gatehouse_host_v1_ListViewsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListViewsResponse__Output>,
  ): grpc.ClientUnaryCall;

  SaveView(
    argument: _gatehouse_host_v1_SaveViewRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SaveViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  SaveView(
    argument: _gatehouse_host_v1_SaveViewRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_SaveViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  SaveView(
    argument: _gatehouse_host_v1_SaveViewRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SaveViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  SaveView(
    argument: _gatehouse_host_v1_SaveViewRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_SaveViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  saveView(
    argument: _gatehouse_host_v1_SaveViewRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SaveViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  saveView(
    argument: _gatehouse_host_v1_SaveViewRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_SaveViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  saveView(
    argument: _gatehouse_host_v1_SaveViewRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SaveViewResponse__Output>,
  ): grpc.ClientUnaryCall;
  saveView(
    argument: _gatehouse_host_v1_SaveViewRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_SaveViewResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface AdminViewServiceHandlers extends grpc.UntypedServiceImplementation {
  DeleteView: grpc.handleUnaryCall<_gatehouse_host_v1_DeleteViewRequest__Output, _gatehouse_host_v1_DeleteViewResponse>;

  ListViews: grpc.handleUnaryCall<_gatehouse_host_v1_ListViewsRequest__Output, _gatehouse_host_v1_ListViewsResponse>;

  SaveView: grpc.handleUnaryCall<_gatehouse_host_v1_SaveViewRequest__Output, _gatehouse_host_v1_SaveViewResponse>;
}

export interface AdminViewServiceDefinition extends grpc.ServiceDefinition {
  DeleteView: MethodDefinition<
    _gatehouse_host_v1_DeleteViewRequest,
    _gatehouse_host_v1_DeleteViewResponse,
    _gatehouse_host_v1_DeleteViewRequest__Output,
    _gatehouse_host_v1_DeleteViewResponse__Output
  >;
  ListViews: MethodDefinition<
    _gatehouse_host_v1_ListViewsRequest,
    _gatehouse_host_v1_ListViewsResponse,
    _gatehouse_host_v1_ListViewsRequest__Output,
    _gatehouse_host_v1_ListViewsResponse__Output
  >;
  SaveView: MethodDefinition<
    _gatehouse_host_v1_SaveViewRequest,
    _gatehouse_host_v1_SaveViewResponse,
    _gatehouse_host_v1_SaveViewRequest__Output,
    _gatehouse_host_v1_SaveViewResponse__Output
  >;
}
