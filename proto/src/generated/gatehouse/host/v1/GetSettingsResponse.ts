// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  SettingsValues as _gatehouse_host_v1_SettingsValues,
  SettingsValues__Output as _gatehouse_host_v1_SettingsValues__Output,
} from '../../../gatehouse/host/v1/SettingsValues.js';

export interface GetSettingsResponse {
  values?: _gatehouse_host_v1_SettingsValues | null;
}

export interface GetSettingsResponse__Output {
  values: _gatehouse_host_v1_SettingsValues__Output | null;
}
