// Original file: proto/gatehouse/host/v1/admin_query.proto

import type {
  Cell as _gatehouse_host_v1_Cell,
  Cell__Output as _gatehouse_host_v1_Cell__Output,
} from '../../../gatehouse/host/v1/Cell.js';

export interface AdminNamedScope {
  name?: string;
  values?: _gatehouse_host_v1_Cell[];
  valuesOf?: string;
}

export interface AdminNamedScope__Output {
  name: string;
  values: _gatehouse_host_v1_Cell__Output[];
  valuesOf: string;
}
