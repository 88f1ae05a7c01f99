// Original file: proto/gatehouse/host/v1/admin_account.proto

import type {
  Preference as _gatehouse_host_v1_Preference,
  Preference__Output as _gatehouse_host_v1_Preference__Output,
} from '../../../gatehouse/host/v1/Preference.js';

export interface GetPreferencesResponse {
  preferences?: _gatehouse_host_v1_Preference[];
}

export interface GetPreferencesResponse__Output {
  preferences: _gatehouse_host_v1_Preference__Output[];
}
