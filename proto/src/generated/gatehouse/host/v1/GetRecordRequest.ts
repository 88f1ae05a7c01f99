// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  AdminCaller as _gatehouse_host_v1_AdminCaller,
  AdminCaller__Output as _gatehouse_host_v1_AdminCaller__Output,
} from '../../../gatehouse/host/v1/AdminCaller.js';
import type {
  AdminScope as _gatehouse_host_v1_AdminScope,
  AdminScope__Output as _gatehouse_host_v1_AdminScope__Output,
} from '../../../gatehouse/host/v1/AdminScope.js';
import type {
  AdminSelection as _gatehouse_host_v1_AdminSelection,
  AdminSelection__Output as _gatehouse_host_v1_AdminSelection__Output,
} from '../../../gatehouse/host/v1/AdminSelection.js';

export interface GetRecordRequest {
  caller?: _gatehouse_host_v1_AdminCaller | null;
  controller?: string;
  id?: string;
  scope?: _gatehouse_host_v1_AdminScope;
  selection?: _gatehouse_host_v1_AdminSelection | null;
}

export interface GetRecordRequest__Output {
  caller: _gatehouse_host_v1_AdminCaller__Output | null;
  controller: string;
  id: string;
  scope: _gatehouse_host_v1_AdminScope__Output;
  selection: _gatehouse_host_v1_AdminSelection__Output | null;
}
