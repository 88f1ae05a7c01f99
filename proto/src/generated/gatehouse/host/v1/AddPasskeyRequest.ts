// Original file: proto/gatehouse/host/v1/admin_passkey.proto

import type {
  Passkey as _gatehouse_host_v1_Passkey,
  Passkey__Output as _gatehouse_host_v1_Passkey__Output,
} from '../../../gatehouse/host/v1/Passkey.js';

export interface AddPasskeyRequest {
  administratorId?: string;
  tokenVersion?: number;
  passkey?: _gatehouse_host_v1_Passkey | null;
  recoveryHashes?: string[];
}

export interface AddPasskeyRequest__Output {
  administratorId: string;
  tokenVersion: number;
  passkey: _gatehouse_host_v1_Passkey__Output | null;
  recoveryHashes: string[];
}
