// Original file: proto/gatehouse/host/v1/admin_directory.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  AuthenticateTokenRequest as _gatehouse_host_v1_AuthenticateTokenRequest,
  AuthenticateTokenRequest__Output as _gatehouse_host_v1_AuthenticateTokenRequest__Output,
} from '../../../gatehouse/host/v1/AuthenticateTokenRequest.js';
import type {
  AuthenticateTokenResponse as _gatehouse_host_v1_AuthenticateTokenResponse,
  AuthenticateTokenResponse__Output as _gatehouse_host_v1_AuthenticateTokenResponse__Output,
} from '../../../gatehouse/host/v1/AuthenticateTokenResponse.js';
import type {
  BlacklistTokenRequest as _gatehouse_host_v1_BlacklistTokenRequest,
  BlacklistTokenRequest__Output as _gatehouse_host_v1_BlacklistTokenRequest__Output,
} from '../../../gatehouse/host/v1/BlacklistTokenRequest.js';
import type {
  BlacklistTokenResponse as _gatehouse_host_v1_BlacklistTokenResponse,
  BlacklistTokenResponse__Output as _gatehouse_host_v1_BlacklistTokenResponse__Output,
} from '../../../gatehouse/host/v1/BlacklistTokenResponse.js';
import type {
  CreateAdministratorRequest as _gatehouse_host_v1_CreateAdministratorRequest,
  CreateAdministratorRequest__Output as _gatehouse_host_v1_CreateAdministratorRequest__Output,
} from '../../../gatehouse/host/v1/CreateAdministratorRequest.js';
import type {
  CreateAdministratorResponse as _gatehouse_host_v1_CreateAdministratorResponse,
  CreateAdministratorResponse__Output as _gatehouse_host_v1_CreateAdministratorResponse__Output,
} from '../../../gatehouse/host/v1/CreateAdministratorResponse.js';
import type {
  FindAdministratorRequest as _gatehouse_host_v1_FindAdministratorRequest,
  FindAdministratorRequest__Output as _gatehouse_host_v1_FindAdministratorRequest__Output,
} from '../../../gatehouse/host/v1/FindAdministratorRequest.js';
import type {
  FindAdministratorResponse as _gatehouse_host_v1_FindAdministratorResponse,
  FindAdministratorResponse__Output as _gatehouse_host_v1_FindAdministratorResponse__Output,
} from '../../../gatehouse/host/v1/FindAdministratorResponse.js';
import type {
  MigrateRequest as _gatehouse_host_v1_MigrateRequest,
  MigrateRequest__Output as _gatehouse_host_v1_MigrateRequest__Output,
} from '../../../gatehouse/host/v1/MigrateRequest.js';
import type {
  MigrateResponse as _gatehouse_host_v1_MigrateResponse,
  MigrateResponse__Output as _gatehouse_host_v1_MigrateResponse__Output,
} from '../../../gatehouse/host/v1/MigrateResponse.js';
import type {
  RecordSignInRequest as _gatehouse_host_v1_RecordSignInRequest,
  RecordSignInRequest__Output as _gatehouse_host_v1_RecordSignInRequest__Output,
} from '../../../gatehouse/host/v1/RecordSignInRequest.js';
import type {
  RecordSignInResponse as _gatehouse_host_v1_RecordSignInResponse,
  RecordSignInResponse__Output as _gatehouse_host_v1_RecordSignInResponse__Output,
} from '../../../gatehouse/host/v1/RecordSignInResponse.js';
import type {
  RotateTokenRequest as _gatehouse_host_v1_RotateTokenRequest,
  RotateTokenRequest__Output as _gatehouse_host_v1_RotateTokenRequest__Output,
} from '../../../gatehouse/host/v1/RotateTokenRequest.js';
import type {
  RotateTokenResponse as _gatehouse_host_v1_RotateTokenResponse,
  RotateTokenResponse__Output as _gatehouse_host_v1_RotateTokenResponse__Output,
} from '../../../gatehouse/host/v1/RotateTokenResponse.js';
import type {
  SetPasswordRequest as _gatehouse_host_v1_SetPasswordRequest,
  SetPasswordRequest__Output as _gatehouse_host_v1_SetPasswordRequest__Output,
} from '../../../gatehouse/host/v1/SetPasswordRequest.js';
import type {
  SetPasswordResponse as _gatehouse_host_v1_SetPasswordResponse,
  SetPasswordResponse__Output as _gatehouse_host_v1_SetPasswordResponse__Output,
} from '../../../gatehouse/host/v1/SetPasswordResponse.js';

export interface AdminDirectoryServiceClient extends grpc.Client {
  AuthenticateToken(
    argument: _gatehouse_host_v1_AuthenticateTokenRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_AuthenticateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  AuthenticateToken(
    argument: _gatehouse_host_v1_AuthenticateTokenRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_AuthenticateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  AuthenticateToken(
    argument: _gatehouse_host_v1_AuthenticateTokenRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_AuthenticateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  AuthenticateToken(
    argument: _gatehouse_host_v1_AuthenticateTokenRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_AuthenticateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  authenticateToken(
    argument: _gatehouse_host_v1_AuthenticateTokenRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_AuthenticateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  authenticateToken(
    argument: _gatehouse_host_v1_AuthenticateTokenRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_AuthenticateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  authenticateToken(
    argument: _gatehouse_host_v1_AuthenticateTokenRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_AuthenticateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  authenticateToken(
    argument: _gatehouse_host_v1_AuthenticateTokenRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_AuthenticateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;

  BlacklistToken(
    argument: _gatehouse_host_v1_BlacklistTokenRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_BlacklistTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  BlacklistToken(
    argument: _gatehouse_host_v1_BlacklistTokenRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_BlacklistTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  BlacklistToken(
    argument: _gatehouse_host_v1_BlacklistTokenRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_BlacklistTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  BlacklistToken(
    argument: _gatehouse_host_v1_BlacklistTokenRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_BlacklistTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  blacklistToken(
    argument: _gatehouse_host_v1_BlacklistTokenRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_BlacklistTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  blacklistToken(
    argument: _gatehouse_host_v1_BlacklistTokenRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_BlacklistTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  blacklistToken(
    argument: _gatehouse_host_v1_BlacklistTokenRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_BlacklistTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  blacklistToken(
    argument: _gatehouse_host_v1_BlacklistTokenRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_BlacklistTokenResponse__Output>,
  ): grpc.ClientUnaryCall;

  CreateAdministrator(
    argument: _gatehouse_host_v1_CreateAdministratorRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  CreateAdministrator(
    argument: _gatehouse_host_v1_CreateAdministratorRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  CreateAdministrator(
    argument: _gatehouse_host_v1_CreateAdministratorRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  CreateAdministrator(
    argument: _gatehouse_host_v1_CreateAdministratorRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  createAdministrator(
    argument: _gatehouse_host_v1_CreateAdministratorRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  createAdministrator(
    argument: _gatehouse_host_v1_CreateAdministratorRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  createAdministrator(
    argument: _gatehouse_host_v1_CreateAdministratorRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  createAdministrator(
    argument: _gatehouse_host_v1_CreateAdministratorRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;

  FindAdministrator(
    argument: _gatehouse_host_v1_FindAdministratorRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_FindAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  FindAdministrator(
    argument: _gatehouse_host_v1_FindAdministratorRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_FindAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  FindAdministrator(
    argument: _gatehouse_host_v1_FindAdministratorRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_FindAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  FindAdministrator(
    argument: _gatehouse_host_v1_FindAdministratorRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_FindAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  findAdministrator(
    argument: _gatehouse_host_v1_FindAdministratorRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_FindAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  findAdministrator(
    argument: _gatehouse_host_v1_FindAdministratorRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_FindAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  findAdministrator(
    argument: _gatehouse_host_v1_FindAdministratorRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_FindAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;
  findAdministrator(
    argument: _gatehouse_host_v1_FindAdministratorRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_FindAdministratorResponse__Output>,
  ): grpc.ClientUnaryCall;

  Migrate(
    argument: _gatehouse_host_v1_MigrateRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_MigrateResponse__Output>,
  ): grpc.ClientUnaryCall;
  Migrate(
    argument: _gatehouse_host_v1_MigrateRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_MigrateResponse__Output>,
  ): grpc.ClientUnaryCall;
  Migrate(
    argument: _gatehouse_host_v1_MigrateRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_MigrateResponse__Output>,
  ): grpc.ClientUnaryCall;
  Migrate(
    argument: _gatehouse_host_v1_MigrateRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_MigrateResponse__Output>,
  ): grpc.ClientUnaryCall;
  migrate(
    argument: _gatehouse_host_v1_MigrateRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_MigrateResponse__Output>,
  ): grpc.ClientUnaryCall;
  migrate(
    argument: _gatehouse_host_v1_MigrateRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_MigrateResponse__Output>,
  ): grpc.ClientUnaryCall;
  migrate(
    argument: _gatehouse_host_v1_MigrateRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_MigrateResponse__Output>,
  ): grpc.ClientUnaryCall;
  migrate(
    argument: _gatehouse_host_v1_MigrateRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_MigrateResponse__Output>,
  ): grpc.ClientUnaryCall;

  RecordSignIn(
    argument: _gatehouse_host_v1_RecordSignInRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RecordSignInResponse__Output>,
  ): grpc.ClientUnaryCall;
  RecordSignIn(
    argument: _gatehouse_host_v1_RecordSignInRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RecordSignInResponse__Output>,
  ): grpc.ClientUnaryCall;
  RecordSignIn(
    argument: _gatehouse_host_v1_RecordSignInRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RecordSignInResponse__Output>,
  ): grpc.ClientUnaryCall;
  RecordSignIn(
    argument: _gatehouse_host_v1_RecordSignInRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RecordSignInResponse__Output>,
  ): grpc.ClientUnaryCall;
  recordSignIn(
    argument: _gatehouse_host_v1_RecordSignInRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RecordSignInResponse__Output>,
  ): grpc.ClientUnaryCall;
  recordSignIn(
    argument: _gatehouse_host_v1_RecordSignInRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RecordSignInResponse__Output>,
  ): grpc.ClientUnaryCall;
  recordSignIn(
    argument: _gatehouse_host_v1_RecordSignInRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RecordSignInResponse__Output>,
  ): grpc.ClientUnaryCall;
  recordSignIn(
    argument: _gatehouse_host_v1_RecordSignInRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RecordSignInResponse__Output>,
  ): grpc.ClientUnaryCall;

  RotateToken(
    argument: _gatehouse_host_v1_RotateTokenRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RotateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  RotateToken(
    argument: _gatehouse_host_v1_RotateTokenRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RotateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  RotateToken(
    argument: _gatehouse_host_v1_RotateTokenRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RotateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  RotateToken(
    argument: _gatehouse_host_v1_RotateTokenRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RotateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  rotateToken(
    argument: _gatehouse_host_v1_RotateTokenRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RotateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  rotateToken(
    argument: _gatehouse_host_v1_RotateTokenRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RotateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  rotateToken(
    argument: _gatehouse_host_v1_RotateTokenRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RotateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;
  rotateToken(
    argument: _gatehouse_host_v1_RotateTokenRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RotateTokenResponse__Output>,
  ): grpc.ClientUnaryCall;

  SetPassword(
    argument: _gatehouse_host_v1_SetPasswordRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  SetPassword(
    argument: _gatehouse_host_v1_SetPasswordRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  SetPassword(
    argument: _gatehouse_host_v1_SetPasswordRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  SetPassword(
    argument: _gatehouse_host_v1_SetPasswordRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  setPassword(
    argument: _gatehouse_host_v1_SetPasswordRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  setPassword(
    argument: _gatehouse_host_v1_SetPasswordRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  setPassword(
    argument: _gatehouse_host_v1_SetPasswordRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  setPassword(
    argument: _gatehouse_host_v1_SetPasswordRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface AdminDirectoryServiceHandlers extends grpc.UntypedServiceImplementation {
  AuthenticateToken: grpc.handleUnaryCall<
    _gatehouse_host_v1_AuthenticateTokenRequest__Output,
    _gatehouse_host_v1_AuthenticateTokenResponse
  >;

  BlacklistToken: grpc.handleUnaryCall<
    _gatehouse_host_v1_BlacklistTokenRequest__Output,
    _gatehouse_host_v1_BlacklistTokenResponse
  >;

  CreateAdministrator: grpc.handleUnaryCall<
    _gatehouse_host_v1_CreateAdministratorRequest__Output,
    _gatehouse_host_v1_CreateAdministratorResponse
  >;

  FindAdministrator: grpc.handleUnaryCall<
    _gatehouse_host_v1_FindAdministratorRequest__Output,
    _gatehouse_host_v1_FindAdministratorResponse
  >;

  Migrate: grpc.handleUnaryCall<_gatehouse_host_v1_MigrateRequest__Output, _gatehouse_host_v1_MigrateResponse>;

  RecordSignIn: grpc.handleUnaryCall<
    _gatehouse_host_v1_RecordSignInRequest__Output,
    _gatehouse_host_v1_RecordSignInResponse
  >;

  RotateToken: grpc.handleUnaryCall<
    _gatehouse_host_v1_RotateTokenRequest__Output,
    _gatehouse_host_v1_RotateTokenResponse
  >;

  SetPassword: grpc.handleUnaryCall<
    _gatehouse_host_v1_SetPasswordRequest__Output,
    _gatehouse_host_v1_SetPasswordResponse
  >;
}

export interface AdminDirectoryServiceDefinition extends grpc.ServiceDefinition {
  AuthenticateToken: MethodDefinition<
    _gatehouse_host_v1_AuthenticateTokenRequest,
    _gatehouse_host_v1_AuthenticateTokenResponse,
    _gatehouse_host_v1_AuthenticateTokenRequest__Output,
    _gatehouse_host_v1_AuthenticateTokenResponse__Output
  >;
  BlacklistToken: MethodDefinition<
    _gatehouse_host_v1_BlacklistTokenRequest,
    _gatehouse_host_v1_BlacklistTokenResponse,
    _gatehouse_host_v1_BlacklistTokenRequest__Output,
    _gatehouse_host_v1_BlacklistTokenResponse__Output
  >;
  CreateAdministrator: MethodDefinition<
    _gatehouse_host_v1_CreateAdministratorRequest,
    _gatehouse_host_v1_CreateAdministratorResponse,
    _gatehouse_host_v1_CreateAdministratorRequest__Output,
    _gatehouse_host_v1_CreateAdministratorResponse__Output
  >;
  FindAdministrator: MethodDefinition<
    _gatehouse_host_v1_FindAdministratorRequest,
    _gatehouse_host_v1_FindAdministratorResponse,
    _gatehouse_host_v1_FindAdministratorRequest__Output,
    _gatehouse_host_v1_FindAdministratorResponse__Output
  >;
  Migrate: MethodDefinition<
    _gatehouse_host_v1_MigrateRequest,
    _gatehouse_host_v1_MigrateResponse,
    _gatehouse_host_v1_MigrateRequest__Output,
    _gatehouse_host_v1_MigrateResponse__Output
  >;
  RecordSignIn: MethodDefinition<
    _gatehouse_host_v1_RecordSignInRequest,
    _gatehouse_host_v1_RecordSignInResponse,
    _gatehouse_host_v1_RecordSignInRequest__Output,
    _gatehouse_host_v1_RecordSignInResponse__Output
  >;
  RotateToken: MethodDefinition<
    _gatehouse_host_v1_RotateTokenRequest,
    _gatehouse_host_v1_RotateTokenResponse,
    _gatehouse_host_v1_RotateTokenRequest__Output,
    _gatehouse_host_v1_RotateTokenResponse__Output
  >;
  SetPassword: MethodDefinition<
    _gatehouse_host_v1_SetPasswordRequest,
    _gatehouse_host_v1_SetPasswordResponse,
    _gatehouse_host_v1_SetPasswordRequest__Output,
    _gatehouse_host_v1_SetPasswordResponse__Output
  >;
}
