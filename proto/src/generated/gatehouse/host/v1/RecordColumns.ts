// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  CellColumn as _gatehouse_host_v1_CellColumn,
  CellColumn__Output as _gatehouse_host_v1_CellColumn__Output,
} from '../../../gatehouse/host/v1/CellColumn.js';
import type {
  RelationColumn as _gatehouse_host_v1_RelationColumn,
  RelationColumn__Output as _gatehouse_host_v1_RelationColumn__Output,
} from '../../../gatehouse/host/v1/RelationColumn.js';

export interface RecordColumns {
  ids?: string[];
  versions?: string[];
  cells?: _gatehouse_host_v1_CellColumn[];
  relations?: _gatehouse_host_v1_RelationColumn[];
}

export interface RecordColumns__Output {
  ids: string[];
  versions: string[];
  cells: _gatehouse_host_v1_CellColumn__Output[];
  relations: _gatehouse_host_v1_RelationColumn__Output[];
}
