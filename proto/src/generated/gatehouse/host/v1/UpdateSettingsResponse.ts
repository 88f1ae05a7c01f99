// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  SettingsValues as _gatehouse_host_v1_SettingsValues,
  SettingsValues__Output as _gatehouse_host_v1_SettingsValues__Output,
} from '../../../gatehouse/host/v1/SettingsValues.js';
import type {
  InvalidFields as _gatehouse_host_v1_InvalidFields,
  InvalidFields__Output as _gatehouse_host_v1_InvalidFields__Output,
} from '../../../gatehouse/host/v1/InvalidFields.js';
import type {
  Refusal as _gatehouse_host_v1_Refusal,
  Refusal__Output as _gatehouse_host_v1_Refusal__Output,
} from '../../../gatehouse/host/v1/Refusal.js';

export interface UpdateSettingsResponse {
  updated?: _gatehouse_host_v1_SettingsValues | null;
  conflict?: _gatehouse_host_v1_SettingsValues | null;
  invalid?: _gatehouse_host_v1_InvalidFields | null;
  refused?: _gatehouse_host_v1_Refusal | null;
  outcome?: 'updated' | 'conflict' | 'invalid' | 'refused';
}

export interface UpdateSettingsResponse__Output {
  updated?: _gatehouse_host_v1_SettingsValues__Output | null;
  conflict?: _gatehouse_host_v1_SettingsValues__Output | null;
  invalid?: _gatehouse_host_v1_InvalidFields__Output | null;
  refused?: _gatehouse_host_v1_Refusal__Output | null;
  outcome?: 'updated' | 'conflict' | 'invalid' | 'refused';
}
