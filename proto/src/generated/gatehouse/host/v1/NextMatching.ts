// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type {
  AdminMatching as _gatehouse_host_v1_AdminMatching,
  AdminMatching__Output as _gatehouse_host_v1_AdminMatching__Output,
} from '../../../gatehouse/host/v1/AdminMatching.js';

export interface NextMatching {
  matching?: _gatehouse_host_v1_AdminMatching | null;
  after?: string;
  limit?: number;
}

export interface NextMatching__Output {
  matching: _gatehouse_host_v1_AdminMatching__Output | null;
  after: string;
  limit: number;
}
