// Original file: proto/gatehouse/host/v1/admin_account.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  ChangePasswordRequest as _gatehouse_host_v1_ChangePasswordRequest,
  ChangePasswordRequest__Output as _gatehouse_host_v1_ChangePasswordRequest__Output,
} from '../../../gatehouse/host/v1/ChangePasswordRequest.js';
import type {
  ChangePasswordResponse as _gatehouse_host_v1_ChangePasswordResponse,
  ChangePasswordResponse__Output as _gatehouse_host_v1_ChangePasswordResponse__Output,
} from '../../../gatehouse/host/v1/ChangePasswordResponse.js';
import type {
  EndSessionsRequest as _gatehouse_host_v1_EndSessionsRequest,
  EndSessionsRequest__Output as _gatehouse_host_v1_EndSessionsRequest__Output,
} from '../../../gatehouse/host/v1/EndSessionsRequest.js';
import type {
  EndSessionsResponse as _gatehouse_host_v1_EndSessionsResponse,
  EndSessionsResponse__Output as _gatehouse_host_v1_EndSessionsResponse__Output,
} from '../../../gatehouse/host/v1/EndSessionsResponse.js';
import type {
  GetAccountRequest as _gatehouse_host_v1_GetAccountRequest,
  GetAccountRequest__Output as _gatehouse_host_v1_GetAccountRequest__Output,
} from '../../../gatehouse/host/v1/GetAccountRequest.js';
import type {
  GetAccountResponse as _gatehouse_host_v1_GetAccountResponse,
  GetAccountResponse__Output as _gatehouse_host_v1_GetAccountResponse__Output,
} from '../../../gatehouse/host/v1/GetAccountResponse.js';
import type {
  GetPreferencesRequest as _gatehouse_host_v1_GetPreferencesRequest,
  GetPreferencesRequest__Output as _gatehouse_host_v1_GetPreferencesRequest__Output,
} from '../../../gatehouse/host/v1/GetPreferencesRequest.js';
import type {
  GetPreferencesResponse as _gatehouse_host_v1_GetPreferencesResponse,
  GetPreferencesResponse__Output as _gatehouse_host_v1_GetPreferencesResponse__Output,
} from '../../../gatehouse/host/v1/GetPreferencesResponse.js';
import type {
  SetPreferenceRequest as _gatehouse_host_v1_SetPreferenceRequest,
  SetPreferenceRequest__Output as _gatehouse_host_v1_SetPreferenceRequest__Output,
} from '../../../gatehouse/host/v1/SetPreferenceRequest.js';
import type {
  SetPreferenceResponse as _gatehouse_host_v1_SetPreferenceResponse,
  SetPreferenceResponse__Output as _gatehouse_host_v1_SetPreferenceResponse__Output,
} from '../../../gatehouse/host/v1/SetPreferenceResponse.js';
import type {
  UpdateProfileRequest as _gatehouse_host_v1_UpdateProfileRequest,
  UpdateProfileRequest__Output as _gatehouse_host_v1_UpdateProfileRequest__Output,
} from '../../../gatehouse/host/v1/UpdateProfileRequest.js';
import type {
  UpdateProfileResponse as _gatehouse_host_v1_UpdateProfileResponse,
  UpdateProfileResponse__Output as _gatehouse_host_v1_UpdateProfileResponse__Output,
} from '../../../gatehouse/host/v1/UpdateProfileResponse.js';

export interface AdminAccountServiceClient extends grpc.Client {
  ChangePassword(
    argument: _gatehouse_host_v1_ChangePasswordRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ChangePasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  ChangePassword(
    argument: _gatehouse_host_v1_ChangePasswordRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ChangePasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  ChangePassword(
    argument: _gatehouse_host_v1_ChangePasswordRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ChangePasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  ChangePassword(
    argument: _gatehouse_host_v1_ChangePasswordRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ChangePasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  changePassword(
    argument: _gatehouse_host_v1_ChangePasswordRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ChangePasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  changePassword(
    argument: _gatehouse_host_v1_ChangePasswordRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ChangePasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  changePassword(
    argument: _gatehouse_host_v1_ChangePasswordRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ChangePasswordResponse__Output>,
  ): grpc.ClientUnaryCall;
  changePassword(
    argument: _gatehouse_host_v1_ChangePasswordRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ChangePasswordResponse__Output>,
  ): grpc.ClientUnaryCall;

  EndSessions(
    argument: _gatehouse_host_v1_EndSessionsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  EndSessions(
    argument: _gatehouse_host_v1_EndSessionsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  EndSessions(
    argument: _gatehouse_host_v1_EndSessionsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  EndSessions(
    argument: _gatehouse_host_v1_EndSessionsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  endSessions(
    argument: _gatehouse_host_v1_EndSessionsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  endSessions(
    argument: _gatehouse_host_v1_EndSessionsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  endSessions(
    argument: _gatehouse_host_v1_EndSessionsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  endSessions(
    argument: _gatehouse_host_v1_EndSessionsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_EndSessionsResponse__Output>,
  ): grpc.ClientUnaryCall;

  GetAccount(
    argument: _gatehouse_host_v1_GetAccountRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetAccountResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetAccount(
    argument: _gatehouse_host_v1_GetAccountRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetAccountResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetAccount(
    argument: _gatehouse_host_v1_GetAccountRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetAccountResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetAccount(
    argument: _gatehouse_host_v1_GetAccountRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetAccountResponse__Output>,
  ): grpc.ClientUnaryCall;
  getAccount(
    argument: _gatehouse_host_v1_GetAccountRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetAccountResponse__Output>,
  ): grpc.ClientUnaryCall;
  getAccount(
    argument: _gatehouse_host_v1_GetAccountRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetAccountResponse__Output>,
  ): grpc.ClientUnaryCall;
  getAccount(
    argument: _gatehouse_host_v1_GetAccountRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetAccountResponse__Output>,
  ): grpc.ClientUnaryCall;
  getAccount(
    argument: _gatehouse_host_v1_GetAccountRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetAccountResponse__Output>,
  ): grpc.ClientUnaryCall;

  GetPreferences(
    argument: _gatehouse_host_v1_GetPreferencesRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPreferencesResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetPreferences(
    argument: _gatehouse_host_v1_GetPreferencesRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPreferencesResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetPreferences(
    argument: _gatehouse_host_v1_GetPreferencesRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPreferencesResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetPreferences(
    argument: _gatehouse_host_v1_GetPreferencesRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPreferencesResponse__Output>,
  ): grpc.ClientUnaryCall;
  getPreferences(
    argument: _gatehouse_host_v1_GetPreferencesRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPreferencesResponse__Output>,
  ): grpc.ClientUnaryCall;
  getPreferences(
    argument: _gatehouse_host_v1_GetPreferencesRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPreferencesResponse__Output>,
  ): grpc.ClientUnaryCall;
  getPreferences(
    argument: _gatehouse_host_v1_GetPreferencesRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPreferencesResponse__Output>,
  ): grpc.ClientUnaryCall;
  getPreferences(
    argument: _gatehouse_host_v1_GetPreferencesRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPreferencesResponse__Output>,
  ): grpc.ClientUnaryCall;

  SetPreference(
    argument: _gatehouse_host_v1_SetPreferenceRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPreferenceResponse__Output>,
  ): grpc.ClientUnaryCall;
  SetPreference(
    argument: _gatehouse_host_v1_SetPreferenceRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPreferenceResponse__Output>,
  ): grpc.ClientUnaryCall;
  SetPreference(
    argument: _gatehouse_host_v1_SetPreferenceRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPreferenceResponse__Output>,
  ): grpc.ClientUnaryCall;
  SetPreference(
    argument: _gatehouse_host_v1_SetPreferenceRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPreferenceResponse__Output>,
  ): grpc.ClientUnaryCall;
  setPreference(
    argument: _gatehouse_host_v1_SetPreferenceRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPreferenceResponse__Output>,
  ): grpc.ClientUnaryCall;
  setPreference(
    argument: _gatehouse_host_v1_SetPreferenceRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPreferenceResponse__Output>,
  ): grpc.ClientUnaryCall;
  setPreference(
    argument: _gatehouse_host_v1_SetPreferenceRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPreferenceResponse__Output>,
  ): grpc.ClientUnaryCall;
  setPreference(
    argument: _gatehouse_host_v1_SetPreferenceRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_SetPreferenceResponse__Output>,
  ): grpc.ClientUnaryCall;

  UpdateProfile(
    argument: _gatehouse_host_v1_UpdateProfileRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateProfileResponse__Output>,
  ): grpc.ClientUnaryCall;
  UpdateProfile(
    argument: _gatehouse_host_v1_UpdateProfileRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateProfileResponse__Output>,
  ): grpc.ClientUnaryCall;
  UpdateProfile(
    argument: _gatehouse_host_v1_UpdateProfileRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateProfileResponse__Output>,
  ): grpc.ClientUnaryCall;
  UpdateProfile(
    argument: _gatehouse_host_v1_UpdateProfileRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateProfileResponse__Output>,
  ): grpc.ClientUnaryCall;
  updateProfile(
    argument: _gatehouse_host_v1_UpdateProfileRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateProfileResponse__Output>,
  ): grpc.ClientUnaryCall;
  updateProfile(
    argument: _gatehouse_host_v1_UpdateProfileRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateProfileResponse__Output>,
  ): grpc.ClientUnaryCall;
  updateProfile(
    argument: _gatehouse_host_v1_UpdateProfileRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateProfileResponse__Output>,
  ): grpc.ClientUnaryCall;
  updateProfile(
    argument: _gatehouse_host_v1_UpdateProfileRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateProfileResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface AdminAccountServiceHandlers extends grpc.UntypedServiceImplementation {
  ChangePassword: grpc.handleUnaryCall<
    _gatehouse_host_v1_ChangePasswordRequest__Output,
    _gatehouse_host_v1_ChangePasswordResponse
  >;

  EndSessions: grpc.handleUnaryCall<
    _gatehouse_host_v1_EndSessionsRequest__Output,
    _gatehouse_host_v1_EndSessionsResponse
  >;

  GetAccount: grpc.handleUnaryCall<_gatehouse_host_v1_GetAccountRequest__Output, _gatehouse_host_v1_GetAccountResponse>;

  GetPreferences: grpc.handleUnaryCall<
    _gatehouse_host_v1_GetPreferencesRequest__Output,
    _gatehouse_host_v1_GetPreferencesResponse
  >;

  SetPreference: grpc.handleUnaryCall<
    _gatehouse_host_v1_SetPreferenceRequest__Output,
    _gatehouse_host_v1_SetPreferenceResponse
  >;

  UpdateProfile: grpc.handleUnaryCall<
    _gatehouse_host_v1_UpdateProfileRequest__Output,
    _gatehouse_host_v1_UpdateProfileResponse
  >;
}

export interface AdminAccountServiceDefinition extends grpc.ServiceDefinition {
  ChangePassword: MethodDefinition<
    _gatehouse_host_v1_ChangePasswordRequest,
    _gatehouse_host_v1_ChangePasswordResponse,
    _gatehouse_host_v1_ChangePasswordRequest__Output,
    _gatehouse_host_v1_ChangePasswordResponse__Output
  >;
  EndSessions: MethodDefinition<
    _gatehouse_host_v1_EndSessionsRequest,
    _gatehouse_host_v1_EndSessionsResponse,
    _gatehouse_host_v1_EndSessionsRequest__Output,
    _gatehouse_host_v1_EndSessionsResponse__Output
  >;
  GetAccount: MethodDefinition<
    _gatehouse_host_v1_GetAccountRequest,
    _gatehouse_host_v1_GetAccountResponse,
    _gatehouse_host_v1_GetAccountRequest__Output,
    _gatehouse_host_v1_GetAccountResponse__Output
  >;
  GetPreferences: MethodDefinition<
    _gatehouse_host_v1_GetPreferencesRequest,
    _gatehouse_host_v1_GetPreferencesResponse,
    _gatehouse_host_v1_GetPreferencesRequest__Output,
    _gatehouse_host_v1_GetPreferencesResponse__Output
  >;
  SetPreference: MethodDefinition<
    _gatehouse_host_v1_SetPreferenceRequest,
    _gatehouse_host_v1_SetPreferenceResponse,
    _gatehouse_host_v1_SetPreferenceRequest__Output,
    _gatehouse_host_v1_SetPreferenceResponse__Output
  >;
  UpdateProfile: MethodDefinition<
    _gatehouse_host_v1_UpdateProfileRequest,
    _gatehouse_host_v1_UpdateProfileResponse,
    _gatehouse_host_v1_UpdateProfileRequest__Output,
    _gatehouse_host_v1_UpdateProfileResponse__Output
  >;
}
