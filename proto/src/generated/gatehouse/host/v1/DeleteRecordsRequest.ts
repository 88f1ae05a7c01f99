// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  AdminCaller as _gatehouse_host_v1_AdminCaller,
  AdminCaller__Output as _gatehouse_host_v1_AdminCaller__Output,
} from '../../../gatehouse/host/v1/AdminCaller.js';
import type {
  AdminScope as _gatehouse_host_v1_AdminScope,
  AdminScope__Output as _gatehouse_host_v1_AdminScope__Output,
} from '../../../gatehouse/host/v1/AdminScope.js';

export interface DeleteRecordsRequest {
  caller?: _gatehouse_host_v1_AdminCaller | null;
  controller?: string;
  ids?: string[];
  scope?: _gatehouse_host_v1_AdminScope;
}

export interface DeleteRecordsRequest__Output {
  caller: _gatehouse_host_v1_AdminCaller__Output | null;
  controller: string;
  ids: string[];
  scope: _gatehouse_host_v1_AdminScope__Output;
}
