// Original file: proto/gatehouse/host/v1/admin_directory.proto

import type {
  Administrator as _gatehouse_host_v1_Administrator,
  Administrator__Output as _gatehouse_host_v1_Administrator__Output,
} from '../../../gatehouse/host/v1/Administrator.js';
import type {
  TokenRefusal as _gatehouse_host_v1_TokenRefusal,
  TokenRefusal__Output as _gatehouse_host_v1_TokenRefusal__Output,
} from '../../../gatehouse/host/v1/TokenRefusal.js';

export interface AuthenticateTokenResponse {
  administrator?: _gatehouse_host_v1_Administrator | null;
  refusal?: _gatehouse_host_v1_TokenRefusal;
  outcome?: 'administrator' | 'refusal';
}

export interface AuthenticateTokenResponse__Output {
  administrator?: _gatehouse_host_v1_Administrator__Output | null;
  refusal?: _gatehouse_host_v1_TokenRefusal__Output;
  outcome?: 'administrator' | 'refusal';
}
