// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type {
  AdminCondition as _gatehouse_host_v1_AdminCondition,
  AdminCondition__Output as _gatehouse_host_v1_AdminCondition__Output,
} from '../../../gatehouse/host/v1/AdminCondition.js';
import type {
  AdminNamedScope as _gatehouse_host_v1_AdminNamedScope,
  AdminNamedScope__Output as _gatehouse_host_v1_AdminNamedScope__Output,
} from '../../../gatehouse/host/v1/AdminNamedScope.js';
import type {
  AdminSearch as _gatehouse_host_v1_AdminSearch,
  AdminSearch__Output as _gatehouse_host_v1_AdminSearch__Output,
} from '../../../gatehouse/host/v1/AdminSearch.js';

export interface AdminMatching {
  conditions?: _gatehouse_host_v1_AdminCondition[];
  scopes?: _gatehouse_host_v1_AdminNamedScope[];
  search?: _gatehouse_host_v1_AdminSearch | null;
}

export interface AdminMatching__Output {
  conditions: _gatehouse_host_v1_AdminCondition__Output[];
  scopes: _gatehouse_host_v1_AdminNamedScope__Output[];
  search: _gatehouse_host_v1_AdminSearch__Output | null;
}
