// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  ClientCredentials as _gatehouse_host_v1_ClientCredentials,
  ClientCredentials__Output as _gatehouse_host_v1_ClientCredentials__Output,
} from '../../../gatehouse/host/v1/ClientCredentials.js';
import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface RedeemCode {
  credentials?: _gatehouse_host_v1_ClientCredentials | null;
  codeHash?: Buffer | Uint8Array | string;
  redirectUri?: string;
  codeChallenge?: string;
  lineageId?: string;
  at?: _google_protobuf_Timestamp | null;
  accessTokenExpiresAt?: _google_protobuf_Timestamp | null;
  refreshTokenHash?: Buffer | Uint8Array | string;
  refreshTokenExpiresAt?: _google_protobuf_Timestamp | null;
}

export interface RedeemCode__Output {
  credentials: _gatehouse_host_v1_ClientCredentials__Output | null;
  codeHash: Buffer;
  redirectUri: string;
  codeChallenge: string;
  lineageId: string;
  at: _google_protobuf_Timestamp__Output | null;
  accessTokenExpiresAt: _google_protobuf_Timestamp__Output | null;
  refreshTokenHash: Buffer;
  refreshTokenExpiresAt: _google_protobuf_Timestamp__Output | null;
}
