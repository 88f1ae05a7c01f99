// Original file: proto/gatehouse/host/v1/admin_account.proto

import type {
  SetPreferenceOutcome as _gatehouse_host_v1_SetPreferenceOutcome,
  SetPreferenceOutcome__Output as _gatehouse_host_v1_SetPreferenceOutcome__Output,
} from '../../../gatehouse/host/v1/SetPreferenceOutcome.js';

export interface SetPreferenceResponse {
  outcome?: _gatehouse_host_v1_SetPreferenceOutcome;
}

export interface SetPreferenceResponse__Output {
  outcome: _gatehouse_host_v1_SetPreferenceOutcome__Output;
}
