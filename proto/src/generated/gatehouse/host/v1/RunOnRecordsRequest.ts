// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type {
  AdminCaller as _gatehouse_host_v1_AdminCaller,
  AdminCaller__Output as _gatehouse_host_v1_AdminCaller__Output,
} from '../../../gatehouse/host/v1/AdminCaller.js';
import type {
  RecordIds as _gatehouse_host_v1_RecordIds,
  RecordIds__Output as _gatehouse_host_v1_RecordIds__Output,
} from '../../../gatehouse/host/v1/RecordIds.js';
import type {
  NextMatching as _gatehouse_host_v1_NextMatching,
  NextMatching__Output as _gatehouse_host_v1_NextMatching__Output,
} from '../../../gatehouse/host/v1/NextMatching.js';

export interface RunOnRecordsRequest {
  caller?: _gatehouse_host_v1_AdminCaller | null;
  controller?: string;
  action?: string;
  delete?: boolean;
  ids?: _gatehouse_host_v1_RecordIds | null;
  matching?: _gatehouse_host_v1_NextMatching | null;
  labelColumn?: string;
  act?: 'action' | 'delete';
  records?: 'ids' | 'matching';
}

export interface RunOnRecordsRequest__Output {
  caller: _gatehouse_host_v1_AdminCaller__Output | null;
  controller: string;
  action?: string;
  delete?: boolean;
  ids?: _gatehouse_host_v1_RecordIds__Output | null;
  matching?: _gatehouse_host_v1_NextMatching__Output | null;
  labelColumn: string;
  act?: 'action' | 'delete';
  records?: 'ids' | 'matching';
}
