// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  AdminCaller as _gatehouse_host_v1_AdminCaller,
  AdminCaller__Output as _gatehouse_host_v1_AdminCaller__Output,
} from '../../../gatehouse/host/v1/AdminCaller.js';

export interface GetPartialDataRequest {
  caller?: _gatehouse_host_v1_AdminCaller | null;
  controller?: string;
  partial?: string;
  recordId?: string;
}

export interface GetPartialDataRequest__Output {
  caller: _gatehouse_host_v1_AdminCaller__Output | null;
  controller: string;
  partial: string;
  recordId: string;
}
