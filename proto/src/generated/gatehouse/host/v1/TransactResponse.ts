// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Committed as _gatehouse_host_v1_Committed,
  Committed__Output as _gatehouse_host_v1_Committed__Output,
} from '../../../gatehouse/host/v1/Committed.js';
import type {
  Aborted as _gatehouse_host_v1_Aborted,
  Aborted__Output as _gatehouse_host_v1_Aborted__Output,
} from '../../../gatehouse/host/v1/Aborted.js';

export interface TransactResponse {
  committed?: _gatehouse_host_v1_Committed | null;
  aborted?: _gatehouse_host_v1_Aborted | null;
  outcome?: 'committed' | 'aborted';
}

export interface TransactResponse__Output {
  committed?: _gatehouse_host_v1_Committed__Output | null;
  aborted?: _gatehouse_host_v1_Aborted__Output | null;
  outcome?: 'committed' | 'aborted';
}
