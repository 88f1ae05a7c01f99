// Original file: proto/gatehouse/host/v1/admin_passkey.proto

import type {
  Administrator as _gatehouse_host_v1_Administrator,
  Administrator__Output as _gatehouse_host_v1_Administrator__Output,
} from '../../../gatehouse/host/v1/Administrator.js';
import type {
  AddPasskeyRefusal as _gatehouse_host_v1_AddPasskeyRefusal,
  AddPasskeyRefusal__Output as _gatehouse_host_v1_AddPasskeyRefusal__Output,
} from '../../../gatehouse/host/v1/AddPasskeyRefusal.js';

export interface AddPasskeyResponse {
  administrator?: _gatehouse_host_v1_Administrator | null;
  refusal?: _gatehouse_host_v1_AddPasskeyRefusal;
  outcome?: 'administrator' | 'refusal';
}

export interface AddPasskeyResponse__Output {
  administrator?: _gatehouse_host_v1_Administrator__Output | null;
  refusal?: _gatehouse_host_v1_AddPasskeyRefusal__Output;
  outcome?: 'administrator' | 'refusal';
}
