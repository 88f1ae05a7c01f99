// Original file: proto/gatehouse/host/v1/admin_session.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  EndSessionRequest as _gatehouse_host_v1_EndSessionRequest,
  EndSessionRequest__Output as _gatehouse_host_v1_EndSessionRequest__Output,
} from '../../../gatehouse/host/v1/EndSessionRequest.js';
import type {
  EndSessionResponse as _gatehouse_host_v1_EndSessionResponse,
  EndSessionResponse__Output as _gatehouse_host_v1_EndSessionResponse__Output,
} from '../../../gatehouse/host/v1/EndSessionResponse.js';
import type {
  ListSessionsRequest as _gatehouse_host_v1_ListSessionsRequest,
  ListSessionsRequest__Output as _gatehouse_host_v1_ListSessionsRequest__Output,
} from '../../../gatehouse/host/v1/ListSessionsRequest.js';
import type {
  ListSessionsResponse as _gatehouse_host_v1_ListSessionsResponse,
  ListSessionsResponse__Output as _gatehouse_host_v1_ListSessionsResponse__Output,
} from '../../../gatehouse/host/v1/ListSessionsResponse.js';
import type {
  OpenSessionRequest as _gatehouse_host_v1_OpenSessionRequest,
  OpenSessionRequest__Output as _gatehouse_host_v1_OpenSessionRequest__Output,
} from '../../../gatehouse/host/v1/OpenSessionRequest.js';
import type {
  OpenSessionResponse as _gatehouse_host_v1_OpenSessionResponse,
  OpenSessionResponse__Output as _gatehouse_host_v1_OpenSessionResponse__Output,
} from '../../../gatehouse/host/v1/OpenSessionResponse.js';
import type {
  TouchSessionRequest as _gatehouse_host_v1_TouchSessionRequest,
  TouchSessionRequest__Output as _gatehouse_host_v1_TouchSessionRequest__Output,
} from '../../../gatehouse/host/v1/TouchSessionRequest.js';
import type {
  TouchSessionResponse as _gatehouse_host_v1_TouchSessionResponse,
  TouchSessionResponse__Output as _gatehouse_host_v1_TouchSessionResponse__Output,
} from '../../../gatehouse/host/v1/TouchSessionResponse.js';

export interface AdminSessionServiceClient extends grpc.Client {
  EndSession(
    argument: _gatehouse_host_v1_EndSessionRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  EndSession(
    argument: _gatehouse_host_v1_EndSessionRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  EndSession(
    argument: _gatehouse_host_v1_EndSessionRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  EndSession(
    argument: _gatehouse_host_v1_EndSessionRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  endSession(
    argument: _gatehouse_host_v1_EndSessionRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  endSession(
    argument: _gatehouse_host_v1_EndSessionRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  endSession(
    argument: _gatehouse_host_v1_EndSessionRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  endSession(
    argument: _gatehouse_host_v1_EndSessionRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionResponse__Output>,
  ): grpc.ClientUnaryCall;

  ListSessions(
    argument: _gatehouse_host_v1_ListSessionsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListSessions(
    argument: _gatehouse_host_v1_ListSessionsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListSessions(
    argument: _gatehouse_host_v1_ListSessionsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListSessions(
    argument: _gatehouse_host_v1_ListSessionsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listSessions(
    argument: _gatehouse_host_v1_ListSessionsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listSessions(
    argument: _gatehouse_host_v1_ListSessionsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listSessions(
    argument: _gatehouse_host_v1_ListSessionsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listSessions(
    argument: _gatehouse_host_v1_ListSessionsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;

  OpenSession(
    argument: _gatehouse_host_v1_OpenSessionRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_OpenSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  OpenSession(
    argument: _gatehouse_host_v1_OpenSessionRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_OpenSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  OpenSession(
    argument: _gatehouse_host_v1_OpenSessionRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_OpenSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  OpenSession(
    argument: _gatehouse_host_v1_OpenSessionRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_OpenSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  openSession(
    argument: _gatehouse_host_v1_OpenSessionRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_OpenSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  openSession(
    argument: _gatehouse_host_v1_OpenSessionRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_OpenSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  openSession(
    argument: _gatehouse_host_v1_OpenSessionRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_OpenSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  openSession(
    argument: _gatehouse_host_v1_OpenSessionRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_OpenSessionResponse__Output>,
  ): grpc.ClientUnaryCall;

  TouchSession(
    argument: _gatehouse_host_v1_TouchSessionRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_TouchSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  TouchSession(
    argument: _gatehouse_host_v1_TouchSessionRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_TouchSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  TouchSession(
    argument: _gatehouse_host_v1_TouchSessionRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_TouchSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  TouchSession(
    argument: _gatehouse_host_v1_TouchSessionRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_TouchSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  touchSession(
    argument: _gatehouse_host_v1_TouchSessionRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_TouchSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  touchSession(
    argument: _gatehouse_host_v1_TouchSessionRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_TouchSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  touchSession(
    argument: _gatehouse_host_v1_TouchSessionRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_TouchSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
  touchSession(
    argument: _gatehouse_host_v1_TouchSessionRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_TouchSessionResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface AdminSessionServiceHandlers extends grpc.UntypedServiceImplementation {
  EndSession: grpc.handleUnaryCall<_gatehouse_host_v1_EndSessionRequest__Output, _gatehouse_host_v1_EndSessionResponse>;

  ListSessions: grpc.handleUnaryCall<
    _gatehouse_host_v1_ListSessionsRequest__Output,
    _gatehouse_host_v1_ListSessionsResponse
  >;

  OpenSession: grpc.handleUnaryCall<
    _gatehouse_host_v1_OpenSessionRequest__Output,
    _gatehouse_host_v1_OpenSessionResponse
  >;

  TouchSession: grpc.handleUnaryCall<
    _gatehouse_host_v1_TouchSessionRequest__Output,
    _gatehouse_host_v1_TouchSessionResponse
  >;
}

export interface AdminSessionServiceDefinition extends grpc.ServiceDefinition {
  EndSession: MethodDefinition<
    _gatehouse_host_v1_EndSessionRequest,
    _gatehouse_host_v1_EndSessionResponse,
    _gatehouse_host_v1_EndSessionRequest__Output,
    _gatehouse_host_v1_EndSessionResponse__Output
  >;
  ListSessions: MethodDefinition<
    _gatehouse_host_v1_ListSessionsRequest,
    _gatehouse_host_v1_ListSessionsResponse,
    _gatehouse_host_v1_ListSessionsRequest__Output,
    _gatehouse_host_v1_ListSessionsResponse__Output
  >;
  OpenSession: MethodDefinition<
    _gatehouse_host_v1_OpenSessionRequest,
    _gatehouse_host_v1_OpenSessionResponse,
    _gatehouse_host_v1_OpenSessionRequest__Output,
    _gatehouse_host_v1_OpenSessionResponse__Output
  >;
  TouchSession: MethodDefinition<
    _gatehouse_host_v1_TouchSessionRequest,
    _gatehouse_host_v1_TouchSessionResponse,
    _gatehouse_host_v1_TouchSessionRequest__Output,
    _gatehouse_host_v1_TouchSessionResponse__Output
  >;
}
