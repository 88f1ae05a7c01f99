// Original file: proto/gatehouse/host/v1/admin_directory.proto

import type {
  Administrator as _gatehouse_host_v1_Administrator,
  Administrator__Output as _gatehouse_host_v1_Administrator__Output,
} from '../../../gatehouse/host/v1/Administrator.js';

export interface RecordSignInResponse {
  administrator?: _gatehouse_host_v1_Administrator | null;
}

export interface RecordSignInResponse__Output {
  administrator: _gatehouse_host_v1_Administrator__Output | null;
}
