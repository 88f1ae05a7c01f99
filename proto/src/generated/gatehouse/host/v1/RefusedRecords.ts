// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type {
  RefusedRecord as _gatehouse_host_v1_RefusedRecord,
  RefusedRecord__Output as _gatehouse_host_v1_RefusedRecord__Output,
} from '../../../gatehouse/host/v1/RefusedRecord.js';

export interface RefusedRecords {
  records?: _gatehouse_host_v1_RefusedRecord[];
  hasMore?: boolean;
}

export interface RefusedRecords__Output {
  records: _gatehouse_host_v1_RefusedRecord__Output[];
  hasMore: boolean;
}
