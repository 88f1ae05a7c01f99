// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  SettingsValues as _gatehouse_host_v1_SettingsValues,
  SettingsValues__Output as _gatehouse_host_v1_SettingsValues__Output,
} from '../../../gatehouse/host/v1/SettingsValues.js';
import type {
  AuthenticateTokenResponse as _gatehouse_host_v1_AuthenticateTokenResponse,
  AuthenticateTokenResponse__Output as _gatehouse_host_v1_AuthenticateTokenResponse__Output,
} from '../../../gatehouse/host/v1/AuthenticateTokenResponse.js';

export interface GetSettingsResponse {
  values?: _gatehouse_host_v1_SettingsValues | null;
  session?: _gatehouse_host_v1_AuthenticateTokenResponse | null;
}

export interface GetSettingsResponse__Output {
  values: _gatehouse_host_v1_SettingsValues__Output | null;
  session: _gatehouse_host_v1_AuthenticateTokenResponse__Output | null;
}
