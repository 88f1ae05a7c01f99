// Original file: proto/gatehouse/host/v1/admin_query.proto

import type {
  AdminSelection as _gatehouse_host_v1_AdminSelection,
  AdminSelection__Output as _gatehouse_host_v1_AdminSelection__Output,
} from '../../../gatehouse/host/v1/AdminSelection.js';
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
import type {
  AdminSort as _gatehouse_host_v1_AdminSort,
  AdminSort__Output as _gatehouse_host_v1_AdminSort__Output,
} from '../../../gatehouse/host/v1/AdminSort.js';
import type {
  AdminPage as _gatehouse_host_v1_AdminPage,
  AdminPage__Output as _gatehouse_host_v1_AdminPage__Output,
} from '../../../gatehouse/host/v1/AdminPage.js';

export interface AdminListQuery {
  selection?: _gatehouse_host_v1_AdminSelection | null;
  conditions?: _gatehouse_host_v1_AdminCondition[];
  scopes?: _gatehouse_host_v1_AdminNamedScope[];
  search?: _gatehouse_host_v1_AdminSearch | null;
  sorts?: _gatehouse_host_v1_AdminSort[];
  page?: _gatehouse_host_v1_AdminPage | null;
  count?: boolean;
  countAtMost?: number;
  acceptsColumns?: boolean;
}

export interface AdminListQuery__Output {
  selection: _gatehouse_host_v1_AdminSelection__Output | null;
  conditions: _gatehouse_host_v1_AdminCondition__Output[];
  scopes: _gatehouse_host_v1_AdminNamedScope__Output[];
  search: _gatehouse_host_v1_AdminSearch__Output | null;
  sorts: _gatehouse_host_v1_AdminSort__Output[];
  page: _gatehouse_host_v1_AdminPage__Output | null;
  count: boolean;
  countAtMost: number;
  acceptsColumns: boolean;
}
