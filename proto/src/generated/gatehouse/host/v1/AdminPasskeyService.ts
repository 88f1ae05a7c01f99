// Original file: proto/gatehouse/host/v1/admin_passkey.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  AddPasskeyRequest as _gatehouse_host_v1_AddPasskeyRequest,
  AddPasskeyRequest__Output as _gatehouse_host_v1_AddPasskeyRequest__Output,
} from '../../../gatehouse/host/v1/AddPasskeyRequest.js';
import type {
  AddPasskeyResponse as _gatehouse_host_v1_AddPasskeyResponse,
  AddPasskeyResponse__Output as _gatehouse_host_v1_AddPasskeyResponse__Output,
} from '../../../gatehouse/host/v1/AddPasskeyResponse.js';
import type {
  ListPasskeysRequest as _gatehouse_host_v1_ListPasskeysRequest,
  ListPasskeysRequest__Output as _gatehouse_host_v1_ListPasskeysRequest__Output,
} from '../../../gatehouse/host/v1/ListPasskeysRequest.js';
import type {
  ListPasskeysResponse as _gatehouse_host_v1_ListPasskeysResponse,
  ListPasskeysResponse__Output as _gatehouse_host_v1_ListPasskeysResponse__Output,
} from '../../../gatehouse/host/v1/ListPasskeysResponse.js';
import type {
  RemoveAuthenticatorAppRequest as _gatehouse_host_v1_RemoveAuthenticatorAppRequest,
  RemoveAuthenticatorAppRequest__Output as _gatehouse_host_v1_RemoveAuthenticatorAppRequest__Output,
} from '../../../gatehouse/host/v1/RemoveAuthenticatorAppRequest.js';
import type {
  RemoveAuthenticatorAppResponse as _gatehouse_host_v1_RemoveAuthenticatorAppResponse,
  RemoveAuthenticatorAppResponse__Output as _gatehouse_host_v1_RemoveAuthenticatorAppResponse__Output,
} from '../../../gatehouse/host/v1/RemoveAuthenticatorAppResponse.js';
import type {
  RemovePasskeyRequest as _gatehouse_host_v1_RemovePasskeyRequest,
  RemovePasskeyRequest__Output as _gatehouse_host_v1_RemovePasskeyRequest__Output,
} from '../../../gatehouse/host/v1/RemovePasskeyRequest.js';
import type {
  RemovePasskeyResponse as _gatehouse_host_v1_RemovePasskeyResponse,
  RemovePasskeyResponse__Output as _gatehouse_host_v1_RemovePasskeyResponse__Output,
} from '../../../gatehouse/host/v1/RemovePasskeyResponse.js';
import type {
  RenamePasskeyRequest as _gatehouse_host_v1_RenamePasskeyRequest,
  RenamePasskeyRequest__Output as _gatehouse_host_v1_RenamePasskeyRequest__Output,
} from '../../../gatehouse/host/v1/RenamePasskeyRequest.js';
import type {
  RenamePasskeyResponse as _gatehouse_host_v1_RenamePasskeyResponse,
  RenamePasskeyResponse__Output as _gatehouse_host_v1_RenamePasskeyResponse__Output,
} from '../../../gatehouse/host/v1/RenamePasskeyResponse.js';
import type {
  UsePasskeyRequest as _gatehouse_host_v1_UsePasskeyRequest,
  UsePasskeyRequest__Output as _gatehouse_host_v1_UsePasskeyRequest__Output,
} from '../../../gatehouse/host/v1/UsePasskeyRequest.js';
import type {
  UsePasskeyResponse as _gatehouse_host_v1_UsePasskeyResponse,
  UsePasskeyResponse__Output as _gatehouse_host_v1_UsePasskeyResponse__Output,
} from '../../../gatehouse/host/v1/UsePasskeyResponse.js';

export interface AdminPasskeyServiceClient extends grpc.Client {
  AddPasskey(
    argument: _gatehouse_host_v1_AddPasskeyRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_AddPasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  AddPasskey(
    argument: _gatehouse_host_v1_AddPasskeyRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_AddPasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  AddPasskey(
    argument: _gatehouse_host_v1_AddPasskeyRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_AddPasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  AddPasskey(
    argument: _gatehouse_host_v1_AddPasskeyRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_AddPasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  addPasskey(
    argument: _gatehouse_host_v1_AddPasskeyRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_AddPasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  addPasskey(
    argument: _gatehouse_host_v1_AddPasskeyRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_AddPasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  addPasskey(
    argument: _gatehouse_host_v1_AddPasskeyRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_AddPasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  addPasskey(
    argument: _gatehouse_host_v1_AddPasskeyRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_AddPasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;

  ListPasskeys(
    argument: _gatehouse_host_v1_ListPasskeysRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListPasskeysResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListPasskeys(
    argument: _gatehouse_host_v1_ListPasskeysRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListPasskeysResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListPasskeys(
    argument: _gatehouse_host_v1_ListPasskeysRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListPasskeysResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListPasskeys(
    argument: _gatehouse_host_v1_ListPasskeysRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListPasskeysResponse__Output>,
  ): grpc.ClientUnaryCall;
  listPasskeys(
    argument: _gatehouse_host_v1_ListPasskeysRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListPasskeysResponse__Output>,
  ): grpc.ClientUnaryCall;
  listPasskeys(
    argument: _gatehouse_host_v1_ListPasskeysRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListPasskeysResponse__Output>,
  ): grpc.ClientUnaryCall;
  listPasskeys(
    argument: _gatehouse_host_v1_ListPasskeysRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListPasskeysResponse__Output>,
  ): grpc.ClientUnaryCall;
  listPasskeys(
    argument: _gatehouse_host_v1_ListPasskeysRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListPasskeysResponse__Output>,
  ): grpc.ClientUnaryCall;

  RemoveAuthenticatorApp(
    argument: _gatehouse_host_v1_RemoveAuthenticatorAppRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveAuthenticatorAppResponse__Output>,
  ): grpc.ClientUnaryCall;
  RemoveAuthenticatorApp(
    argument: _gatehouse_host_v1_RemoveAuthenticatorAppRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveAuthenticatorAppResponse__Output>,
  ): grpc.ClientUnaryCall;
  RemoveAuthenticatorApp(
    argument: _gatehouse_host_v1_RemoveAuthenticatorAppRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveAuthenticatorAppResponse__Output>,
  ): grpc.ClientUnaryCall;
  RemoveAuthenticatorApp(
    argument: _gatehouse_host_v1_RemoveAuthenticatorAppRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveAuthenticatorAppResponse__Output>,
  ): grpc.ClientUnaryCall;
  removeAuthenticatorApp(
    argument: _gatehouse_host_v1_RemoveAuthenticatorAppRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveAuthenticatorAppResponse__Output>,
  ): grpc.ClientUnaryCall;
  removeAuthenticatorApp(
    argument: _gatehouse_host_v1_RemoveAuthenticatorAppRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveAuthenticatorAppResponse__Output>,
  ): grpc.ClientUnaryCall;
  removeAuthenticatorApp(
    argument: _gatehouse_host_v1_RemoveAuthenticatorAppRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveAuthenticatorAppResponse__Output>,
  ): grpc.ClientUnaryCall;
  removeAuthenticatorApp(
    argument: _gatehouse_host_v1_RemoveAuthenticatorAppRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemoveAuthenticatorAppResponse__Output>,
  ): grpc.ClientUnaryCall;

  RemovePasskey(
    argument: _gatehouse_host_v1_RemovePasskeyRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemovePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  RemovePasskey(
    argument: _gatehouse_host_v1_RemovePasskeyRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemovePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  RemovePasskey(
    argument: _gatehouse_host_v1_RemovePasskeyRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemovePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  RemovePasskey(
    argument: _gatehouse_host_v1_RemovePasskeyRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemovePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  removePasskey(
    argument: _gatehouse_host_v1_RemovePasskeyRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemovePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  removePasskey(
    argument: _gatehouse_host_v1_RemovePasskeyRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemovePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  removePasskey(
    argument: _gatehouse_host_v1_RemovePasskeyRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemovePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  removePasskey(
    argument: _gatehouse_host_v1_RemovePasskeyRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RemovePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;

  RenamePasskey(
    argument: _gatehouse_host_v1_RenamePasskeyRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RenamePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  RenamePasskey(
    argument: _gatehouse_host_v1_RenamePasskeyRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RenamePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  RenamePasskey(
    argument: _gatehouse_host_v1_RenamePasskeyRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RenamePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  RenamePasskey(
    argument: _gatehouse_host_v1_RenamePasskeyRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RenamePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  renamePasskey(
    argument: _gatehouse_host_v1_RenamePasskeyRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RenamePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  renamePasskey(
    argument: _gatehouse_host_v1_RenamePasskeyRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RenamePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  renamePasskey(
    argument: _gatehouse_host_v1_RenamePasskeyRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RenamePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  renamePasskey(
    argument: _gatehouse_host_v1_RenamePasskeyRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RenamePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;

  UsePasskey(
    argument: _gatehouse_host_v1_UsePasskeyRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UsePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  UsePasskey(
    argument: _gatehouse_host_v1_UsePasskeyRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_UsePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  UsePasskey(
    argument: _gatehouse_host_v1_UsePasskeyRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UsePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  UsePasskey(
    argument: _gatehouse_host_v1_UsePasskeyRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_UsePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  usePasskey(
    argument: _gatehouse_host_v1_UsePasskeyRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UsePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  usePasskey(
    argument: _gatehouse_host_v1_UsePasskeyRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_UsePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  usePasskey(
    argument: _gatehouse_host_v1_UsePasskeyRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UsePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
  usePasskey(
    argument: _gatehouse_host_v1_UsePasskeyRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_UsePasskeyResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface AdminPasskeyServiceHandlers extends grpc.UntypedServiceImplementation {
  AddPasskey: grpc.handleUnaryCall<_gatehouse_host_v1_AddPasskeyRequest__Output, _gatehouse_host_v1_AddPasskeyResponse>;

  ListPasskeys: grpc.handleUnaryCall<
    _gatehouse_host_v1_ListPasskeysRequest__Output,
    _gatehouse_host_v1_ListPasskeysResponse
  >;

  RemoveAuthenticatorApp: grpc.handleUnaryCall<
    _gatehouse_host_v1_RemoveAuthenticatorAppRequest__Output,
    _gatehouse_host_v1_RemoveAuthenticatorAppResponse
  >;

  RemovePasskey: grpc.handleUnaryCall<
    _gatehouse_host_v1_RemovePasskeyRequest__Output,
    _gatehouse_host_v1_RemovePasskeyResponse
  >;

  RenamePasskey: grpc.handleUnaryCall<
    _gatehouse_host_v1_RenamePasskeyRequest__Output,
    _gatehouse_host_v1_RenamePasskeyResponse
  >;

  UsePasskey: grpc.handleUnaryCall<_gatehouse_host_v1_UsePasskeyRequest__Output, _gatehouse_host_v1_UsePasskeyResponse>;
}

export interface AdminPasskeyServiceDefinition extends grpc.ServiceDefinition {
  AddPasskey: MethodDefinition<
    _gatehouse_host_v1_AddPasskeyRequest,
    _gatehouse_host_v1_AddPasskeyResponse,
    _gatehouse_host_v1_AddPasskeyRequest__Output,
    _gatehouse_host_v1_AddPasskeyResponse__Output
  >;
  ListPasskeys: MethodDefinition<
    _gatehouse_host_v1_ListPasskeysRequest,
    _gatehouse_host_v1_ListPasskeysResponse,
    _gatehouse_host_v1_ListPasskeysRequest__Output,
    _gatehouse_host_v1_ListPasskeysResponse__Output
  >;
  RemoveAuthenticatorApp: MethodDefinition<
    _gatehouse_host_v1_RemoveAuthenticatorAppRequest,
    _gatehouse_host_v1_RemoveAuthenticatorAppResponse,
    _gatehouse_host_v1_RemoveAuthenticatorAppRequest__Output,
    _gatehouse_host_v1_RemoveAuthenticatorAppResponse__Output
  >;
  RemovePasskey: MethodDefinition<
    _gatehouse_host_v1_RemovePasskeyRequest,
    _gatehouse_host_v1_RemovePasskeyResponse,
    _gatehouse_host_v1_RemovePasskeyRequest__Output,
    _gatehouse_host_v1_RemovePasskeyResponse__Output
  >;
  RenamePasskey: MethodDefinition<
    _gatehouse_host_v1_RenamePasskeyRequest,
    _gatehouse_host_v1_RenamePasskeyResponse,
    _gatehouse_host_v1_RenamePasskeyRequest__Output,
    _gatehouse_host_v1_RenamePasskeyResponse__Output
  >;
  UsePasskey: MethodDefinition<
    _gatehouse_host_v1_UsePasskeyRequest,
    _gatehouse_host_v1_UsePasskeyResponse,
    _gatehouse_host_v1_UsePasskeyRequest__Output,
    _gatehouse_host_v1_UsePasskeyResponse__Output
  >;
}
