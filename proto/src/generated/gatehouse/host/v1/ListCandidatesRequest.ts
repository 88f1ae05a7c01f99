// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  AdminCaller as _gatehouse_host_v1_AdminCaller,
  AdminCaller__Output as _gatehouse_host_v1_AdminCaller__Output,
} from '../../../gatehouse/host/v1/AdminCaller.js';
import type {
  AdminListQuery as _gatehouse_host_v1_AdminListQuery,
  AdminListQuery__Output as _gatehouse_host_v1_AdminListQuery__Output,
} from '../../../gatehouse/host/v1/AdminListQuery.js';

export interface ListCandidatesRequest {
  caller?: _gatehouse_host_v1_AdminCaller | null;
  controller?: string;
  id?: string;
  relation?: string;
  query?: _gatehouse_host_v1_AdminListQuery | null;
  ids?: string[];
}

export interface ListCandidatesRequest__Output {
  caller: _gatehouse_host_v1_AdminCaller__Output | null;
  controller: string;
  id: string;
  relation: string;
  query: _gatehouse_host_v1_AdminListQuery__Output | null;
  ids: string[];
}
