// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type {
  AdminCaller as _gatehouse_host_v1_AdminCaller,
  AdminCaller__Output as _gatehouse_host_v1_AdminCaller__Output,
} from '../../../gatehouse/host/v1/AdminCaller.js';
import type {
  AdminMatching as _gatehouse_host_v1_AdminMatching,
  AdminMatching__Output as _gatehouse_host_v1_AdminMatching__Output,
} from '../../../gatehouse/host/v1/AdminMatching.js';
import type {
  AdminSelection as _gatehouse_host_v1_AdminSelection,
  AdminSelection__Output as _gatehouse_host_v1_AdminSelection__Output,
} from '../../../gatehouse/host/v1/AdminSelection.js';
import type {
  AdminScope as _gatehouse_host_v1_AdminScope,
  AdminScope__Output as _gatehouse_host_v1_AdminScope__Output,
} from '../../../gatehouse/host/v1/AdminScope.js';

export interface WalkRecordsRequest {
  caller?: _gatehouse_host_v1_AdminCaller | null;
  controller?: string;
  matching?: _gatehouse_host_v1_AdminMatching | null;
  selection?: _gatehouse_host_v1_AdminSelection | null;
  after?: string;
  limit?: number;
  scope?: _gatehouse_host_v1_AdminScope;
}

export interface WalkRecordsRequest__Output {
  caller: _gatehouse_host_v1_AdminCaller__Output | null;
  controller: string;
  matching: _gatehouse_host_v1_AdminMatching__Output | null;
  selection: _gatehouse_host_v1_AdminSelection__Output | null;
  after: string;
  limit: number;
  scope: _gatehouse_host_v1_AdminScope__Output;
}
