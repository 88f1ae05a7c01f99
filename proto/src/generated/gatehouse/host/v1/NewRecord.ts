// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type {
  ColumnValue as _gatehouse_host_v1_ColumnValue,
  ColumnValue__Output as _gatehouse_host_v1_ColumnValue__Output,
} from '../../../gatehouse/host/v1/ColumnValue.js';
import type {
  RelationChange as _gatehouse_host_v1_RelationChange,
  RelationChange__Output as _gatehouse_host_v1_RelationChange__Output,
} from '../../../gatehouse/host/v1/RelationChange.js';
import type {
  ExistingRecord as _gatehouse_host_v1_ExistingRecord,
  ExistingRecord__Output as _gatehouse_host_v1_ExistingRecord__Output,
} from '../../../gatehouse/host/v1/ExistingRecord.js';

export interface NewRecord {
  values?: _gatehouse_host_v1_ColumnValue[];
  relations?: _gatehouse_host_v1_RelationChange[];
  existing?: _gatehouse_host_v1_ExistingRecord | null;
}

export interface NewRecord__Output {
  values: _gatehouse_host_v1_ColumnValue__Output[];
  relations: _gatehouse_host_v1_RelationChange__Output[];
  existing: _gatehouse_host_v1_ExistingRecord__Output | null;
}
