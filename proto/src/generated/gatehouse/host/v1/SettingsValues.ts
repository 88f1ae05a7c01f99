// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  Cell as _gatehouse_host_v1_Cell,
  Cell__Output as _gatehouse_host_v1_Cell__Output,
} from '../../../gatehouse/host/v1/Cell.js';

export interface SettingsValues {
  version?: string;
  cells?: _gatehouse_host_v1_Cell[];
}

export interface SettingsValues__Output {
  version: string;
  cells: _gatehouse_host_v1_Cell__Output[];
}
