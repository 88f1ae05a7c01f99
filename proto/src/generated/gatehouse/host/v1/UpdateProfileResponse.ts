// Original file: proto/gatehouse/host/v1/admin_account.proto

import type {
  Administrator as _gatehouse_host_v1_Administrator,
  Administrator__Output as _gatehouse_host_v1_Administrator__Output,
} from '../../../gatehouse/host/v1/Administrator.js';

export interface UpdateProfileResponse {
  administrator?: _gatehouse_host_v1_Administrator | null;
}

export interface UpdateProfileResponse__Output {
  administrator: _gatehouse_host_v1_Administrator__Output | null;
}
