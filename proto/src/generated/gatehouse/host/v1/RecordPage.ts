// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  Record as _gatehouse_host_v1_Record,
  Record__Output as _gatehouse_host_v1_Record__Output,
} from '../../../gatehouse/host/v1/Record.js';
import type {
  RecordColumns as _gatehouse_host_v1_RecordColumns,
  RecordColumns__Output as _gatehouse_host_v1_RecordColumns__Output,
} from '../../../gatehouse/host/v1/RecordColumns.js';
import type { Long } from '@grpc/proto-loader';

export interface RecordPage {
  records?: _gatehouse_host_v1_Record[];
  hasMore?: boolean;
  total?: number | string | Long;
  totalExceeded?: boolean;
  columns?: _gatehouse_host_v1_RecordColumns | null;
  _total?: 'total';
}

export interface RecordPage__Output {
  records: _gatehouse_host_v1_Record__Output[];
  hasMore: boolean;
  total?: string;
  totalExceeded: boolean;
  columns: _gatehouse_host_v1_RecordColumns__Output | null;
  _total?: 'total';
}
