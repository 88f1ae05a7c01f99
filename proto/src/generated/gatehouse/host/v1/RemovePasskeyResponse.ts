// Original file: proto/gatehouse/host/v1/admin_passkey.proto

import type {
  Administrator as _gatehouse_host_v1_Administrator,
  Administrator__Output as _gatehouse_host_v1_Administrator__Output,
} from '../../../gatehouse/host/v1/Administrator.js';
import type {
  AccountRefusal as _gatehouse_host_v1_AccountRefusal,
  AccountRefusal__Output as _gatehouse_host_v1_AccountRefusal__Output,
} from '../../../gatehouse/host/v1/AccountRefusal.js';

export interface RemovePasskeyResponse {
  administrator?: _gatehouse_host_v1_Administrator | null;
  refusal?: _gatehouse_host_v1_AccountRefusal;
  outcome?: 'administrator' | 'refusal';
}

export interface RemovePasskeyResponse__Output {
  administrator?: _gatehouse_host_v1_Administrator__Output | null;
  refusal?: _gatehouse_host_v1_AccountRefusal__Output;
  outcome?: 'administrator' | 'refusal';
}
