// Original file: proto/gatehouse/host/v1/admin_passkey.proto

import type {
  Passkey as _gatehouse_host_v1_Passkey,
  Passkey__Output as _gatehouse_host_v1_Passkey__Output,
} from '../../../gatehouse/host/v1/Passkey.js';

export interface ListPasskeysResponse {
  passkeys?: _gatehouse_host_v1_Passkey[];
}

export interface ListPasskeysResponse__Output {
  passkeys: _gatehouse_host_v1_Passkey__Output[];
}
