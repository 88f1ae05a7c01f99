// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Operation as _gatehouse_host_v1_Operation,
  Operation__Output as _gatehouse_host_v1_Operation__Output,
} from '../../../gatehouse/host/v1/Operation.js';

export interface TransactRequest {
  operations?: _gatehouse_host_v1_Operation[];
}

export interface TransactRequest__Output {
  operations: _gatehouse_host_v1_Operation__Output[];
}
