// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  CellColumn as _gatehouse_host_v1_CellColumn,
  CellColumn__Output as _gatehouse_host_v1_CellColumn__Output,
} from '../../../gatehouse/host/v1/CellColumn.js';
import type {
  RelationValue as _gatehouse_host_v1_RelationValue,
  RelationValue__Output as _gatehouse_host_v1_RelationValue__Output,
} from '../../../gatehouse/host/v1/RelationValue.js';

export interface RelationColumn {
  ids?: string[];
  values?: _gatehouse_host_v1_CellColumn | null;
  each?: _gatehouse_host_v1_RelationValue[];
}

export interface RelationColumn__Output {
  ids: string[];
  values: _gatehouse_host_v1_CellColumn__Output | null;
  each: _gatehouse_host_v1_RelationValue__Output[];
}
