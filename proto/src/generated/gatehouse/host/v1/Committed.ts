// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  OperationResult as _gatehouse_host_v1_OperationResult,
  OperationResult__Output as _gatehouse_host_v1_OperationResult__Output,
} from '../../../gatehouse/host/v1/OperationResult.js';

export interface Committed {
  results?: _gatehouse_host_v1_OperationResult[];
}

export interface Committed__Output {
  results: _gatehouse_host_v1_OperationResult__Output[];
}
