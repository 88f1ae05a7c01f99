// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type {
  AdminCaller as _gatehouse_host_v1_AdminCaller,
  AdminCaller__Output as _gatehouse_host_v1_AdminCaller__Output,
} from '../../../gatehouse/host/v1/AdminCaller.js';
import type {
  NewRecord as _gatehouse_host_v1_NewRecord,
  NewRecord__Output as _gatehouse_host_v1_NewRecord__Output,
} from '../../../gatehouse/host/v1/NewRecord.js';

export interface ImportRecordsRequest {
  caller?: _gatehouse_host_v1_AdminCaller | null;
  controller?: string;
  importId?: Buffer | Uint8Array | string;
  records?: _gatehouse_host_v1_NewRecord[];
}

export interface ImportRecordsRequest__Output {
  caller: _gatehouse_host_v1_AdminCaller__Output | null;
  controller: string;
  importId: Buffer;
  records: _gatehouse_host_v1_NewRecord__Output[];
}
