// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  Cell as _gatehouse_host_v1_Cell,
  Cell__Output as _gatehouse_host_v1_Cell__Output,
} from '../../../gatehouse/host/v1/Cell.js';

export interface ColumnValue {
  column?: string;
  value?: _gatehouse_host_v1_Cell | null;
  optionProvider?: string;
}

export interface ColumnValue__Output {
  column: string;
  value: _gatehouse_host_v1_Cell__Output | null;
  optionProvider: string;
}
