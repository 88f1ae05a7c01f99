// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  AdminCaller as _gatehouse_host_v1_AdminCaller,
  AdminCaller__Output as _gatehouse_host_v1_AdminCaller__Output,
} from '../../../gatehouse/host/v1/AdminCaller.js';
import type {
  ColumnValue as _gatehouse_host_v1_ColumnValue,
  ColumnValue__Output as _gatehouse_host_v1_ColumnValue__Output,
} from '../../../gatehouse/host/v1/ColumnValue.js';

export interface UpdateSettingsRequest {
  caller?: _gatehouse_host_v1_AdminCaller | null;
  settings?: string;
  expectedVersion?: string;
  values?: _gatehouse_host_v1_ColumnValue[];
  columns?: string[];
}

export interface UpdateSettingsRequest__Output {
  caller: _gatehouse_host_v1_AdminCaller__Output | null;
  settings: string;
  expectedVersion: string;
  values: _gatehouse_host_v1_ColumnValue__Output[];
  columns: string[];
}
