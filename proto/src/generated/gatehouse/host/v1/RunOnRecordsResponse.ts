// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type {
  UnchangedRecord as _gatehouse_host_v1_UnchangedRecord,
  UnchangedRecord__Output as _gatehouse_host_v1_UnchangedRecord__Output,
} from '../../../gatehouse/host/v1/UnchangedRecord.js';

export interface RunOnRecordsResponse {
  done?: number;
  unchanged?: _gatehouse_host_v1_UnchangedRecord[];
  last?: string;
  hasMore?: boolean;
  message?: string;
}

export interface RunOnRecordsResponse__Output {
  done: number;
  unchanged: _gatehouse_host_v1_UnchangedRecord__Output[];
  last: string;
  hasMore: boolean;
  message: string;
}
