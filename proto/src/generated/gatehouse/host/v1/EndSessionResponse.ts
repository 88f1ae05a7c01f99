// Original file: proto/gatehouse/host/v1/admin_session.proto

import type {
  EndSessionOutcome as _gatehouse_host_v1_EndSessionOutcome,
  EndSessionOutcome__Output as _gatehouse_host_v1_EndSessionOutcome__Output,
} from '../../../gatehouse/host/v1/EndSessionOutcome.js';

export interface EndSessionResponse {
  outcome?: _gatehouse_host_v1_EndSessionOutcome;
}

export interface EndSessionResponse__Output {
  outcome: _gatehouse_host_v1_EndSessionOutcome__Output;
}
