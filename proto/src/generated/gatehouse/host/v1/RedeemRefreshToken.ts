// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  ClientCredentials as _gatehouse_host_v1_ClientCredentials,
  ClientCredentials__Output as _gatehouse_host_v1_ClientCredentials__Output,
} from '../../../gatehouse/host/v1/ClientCredentials.js';
import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface RedeemRefreshToken {
  credentials?: _gatehouse_host_v1_ClientCredentials | null;
  tokenHash?: Buffer | Uint8Array | string;
  scopes?: string[];
  lineageStartedAfter?: _google_protobuf_Timestamp | null;
  at?: _google_protobuf_Timestamp | null;
  accessTokenExpiresAt?: _google_protobuf_Timestamp | null;
  successorHash?: Buffer | Uint8Array | string;
  successorExpiresAt?: _google_protobuf_Timestamp | null;
}

export interface RedeemRefreshToken__Output {
  credentials: _gatehouse_host_v1_ClientCredentials__Output | null;
  tokenHash: Buffer;
  scopes: string[];
  lineageStartedAfter: _google_protobuf_Timestamp__Output | null;
  at: _google_protobuf_Timestamp__Output | null;
  accessTokenExpiresAt: _google_protobuf_Timestamp__Output | null;
  successorHash: Buffer;
  successorExpiresAt: _google_protobuf_Timestamp__Output | null;
}
