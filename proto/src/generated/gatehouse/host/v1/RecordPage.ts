// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  Record as _gatehouse_host_v1_Record,
  Record__Output as _gatehouse_host_v1_Record__Output,
} from '../../../gatehouse/host/v1/Record.js';
import type { Long } from '@grpc/proto-loader';

export interface RecordPage {
  records?: _gatehouse_host_v1_Record[];
  hasMore?: boolean;
  total?: number | string | Long;
  totalExceeded?: boolean;
  _total?: 'total';
}

export interface RecordPage__Output {
  records: _gatehouse_host_v1_Record__Output[];
  hasMore: boolean;
  total?: string;
  totalExceeded: boolean;
  _total?: 'total';
}
