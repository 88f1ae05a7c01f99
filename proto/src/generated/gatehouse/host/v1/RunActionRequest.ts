// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  AdminCaller as _gatehouse_host_v1_AdminCaller,
  AdminCaller__Output as _gatehouse_host_v1_AdminCaller__Output,
} from '../../../gatehouse/host/v1/AdminCaller.js';
import type {
  FormValue as _gatehouse_host_v1_FormValue,
  FormValue__Output as _gatehouse_host_v1_FormValue__Output,
} from '../../../gatehouse/host/v1/FormValue.js';

export interface RunActionRequest {
  caller?: _gatehouse_host_v1_AdminCaller | null;
  controller?: string;
  action?: string;
  recordId?: string;
  values?: _gatehouse_host_v1_FormValue[];
}

export interface RunActionRequest__Output {
  caller: _gatehouse_host_v1_AdminCaller__Output | null;
  controller: string;
  action: string;
  recordId: string;
  values: _gatehouse_host_v1_FormValue__Output[];
}
