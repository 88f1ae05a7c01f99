// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  AdminCaller as _gatehouse_host_v1_AdminCaller,
  AdminCaller__Output as _gatehouse_host_v1_AdminCaller__Output,
} from '../../../gatehouse/host/v1/AdminCaller.js';
import type {
  ColumnValue as _gatehouse_host_v1_ColumnValue,
  ColumnValue__Output as _gatehouse_host_v1_ColumnValue__Output,
} from '../../../gatehouse/host/v1/ColumnValue.js';
import type {
  RelationChange as _gatehouse_host_v1_RelationChange,
  RelationChange__Output as _gatehouse_host_v1_RelationChange__Output,
} from '../../../gatehouse/host/v1/RelationChange.js';
import type {
  AdminSelection as _gatehouse_host_v1_AdminSelection,
  AdminSelection__Output as _gatehouse_host_v1_AdminSelection__Output,
} from '../../../gatehouse/host/v1/AdminSelection.js';

export interface CreateRecordRequest {
  caller?: _gatehouse_host_v1_AdminCaller | null;
  controller?: string;
  values?: _gatehouse_host_v1_ColumnValue[];
  relations?: _gatehouse_host_v1_RelationChange[];
  selection?: _gatehouse_host_v1_AdminSelection | null;
}

export interface CreateRecordRequest__Output {
  caller: _gatehouse_host_v1_AdminCaller__Output | null;
  controller: string;
  values: _gatehouse_host_v1_ColumnValue__Output[];
  relations: _gatehouse_host_v1_RelationChange__Output[];
  selection: _gatehouse_host_v1_AdminSelection__Output | null;
}
