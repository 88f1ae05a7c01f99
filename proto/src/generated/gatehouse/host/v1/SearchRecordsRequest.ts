// Original file: proto/gatehouse/host/v1/admin_search.proto

import type {
  AdminCaller as _gatehouse_host_v1_AdminCaller,
  AdminCaller__Output as _gatehouse_host_v1_AdminCaller__Output,
} from '../../../gatehouse/host/v1/AdminCaller.js';
import type {
  ControllerQuery as _gatehouse_host_v1_ControllerQuery,
  ControllerQuery__Output as _gatehouse_host_v1_ControllerQuery__Output,
} from '../../../gatehouse/host/v1/ControllerQuery.js';

export interface SearchRecordsRequest {
  caller?: _gatehouse_host_v1_AdminCaller | null;
  queries?: _gatehouse_host_v1_ControllerQuery[];
}

export interface SearchRecordsRequest__Output {
  caller: _gatehouse_host_v1_AdminCaller__Output | null;
  queries: _gatehouse_host_v1_ControllerQuery__Output[];
}
