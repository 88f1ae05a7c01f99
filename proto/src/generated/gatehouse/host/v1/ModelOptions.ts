// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  AdminNamedScope as _gatehouse_host_v1_AdminNamedScope,
  AdminNamedScope__Output as _gatehouse_host_v1_AdminNamedScope__Output,
} from '../../../gatehouse/host/v1/AdminNamedScope.js';

export interface ModelOptions {
  model?: string;
  labelColumn?: string;
  scope?: _gatehouse_host_v1_AdminNamedScope | null;
}

export interface ModelOptions__Output {
  model: string;
  labelColumn: string;
  scope: _gatehouse_host_v1_AdminNamedScope__Output | null;
}
