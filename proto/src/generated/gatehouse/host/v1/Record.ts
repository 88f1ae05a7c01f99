// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  Cell as _gatehouse_host_v1_Cell,
  Cell__Output as _gatehouse_host_v1_Cell__Output,
} from '../../../gatehouse/host/v1/Cell.js';
import type {
  RelationValue as _gatehouse_host_v1_RelationValue,
  RelationValue__Output as _gatehouse_host_v1_RelationValue__Output,
} from '../../../gatehouse/host/v1/RelationValue.js';

export interface Record {
  id?: string;
  version?: string;
  cells?: _gatehouse_host_v1_Cell[];
  relations?: _gatehouse_host_v1_RelationValue[];
}

export interface Record__Output {
  id: string;
  version: string;
  cells: _gatehouse_host_v1_Cell__Output[];
  relations: _gatehouse_host_v1_RelationValue__Output[];
}
