// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  AbortReason as _gatehouse_host_v1_AbortReason,
  AbortReason__Output as _gatehouse_host_v1_AbortReason__Output,
} from '../../../gatehouse/host/v1/AbortReason.js';

export interface Aborted {
  operationIndex?: number;
  reason?: _gatehouse_host_v1_AbortReason;
  publicReason?: string;
}

export interface Aborted__Output {
  operationIndex: number;
  reason: _gatehouse_host_v1_AbortReason__Output;
  publicReason: string;
}
