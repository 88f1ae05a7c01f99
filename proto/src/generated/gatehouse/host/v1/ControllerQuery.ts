// Original file: proto/gatehouse/host/v1/admin_search.proto

import type {
  AdminListQuery as _gatehouse_host_v1_AdminListQuery,
  AdminListQuery__Output as _gatehouse_host_v1_AdminListQuery__Output,
} from '../../../gatehouse/host/v1/AdminListQuery.js';

export interface ControllerQuery {
  controller?: string;
  query?: _gatehouse_host_v1_AdminListQuery | null;
}

export interface ControllerQuery__Output {
  controller: string;
  query: _gatehouse_host_v1_AdminListQuery__Output | null;
}
