// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  RecordPage as _gatehouse_host_v1_RecordPage,
  RecordPage__Output as _gatehouse_host_v1_RecordPage__Output,
} from '../../../gatehouse/host/v1/RecordPage.js';

export interface ListRecordsResponse {
  page?: _gatehouse_host_v1_RecordPage | null;
}

export interface ListRecordsResponse__Output {
  page: _gatehouse_host_v1_RecordPage__Output | null;
}
