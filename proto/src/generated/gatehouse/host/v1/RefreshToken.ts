// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface RefreshToken {
  tokenHash?: Buffer | Uint8Array | string;
  lineageId?: string;
  clientId?: string;
  userId?: string;
  scopes?: string[];
  resource?: string;
  issuedAt?: _google_protobuf_Timestamp | null;
  expiresAt?: _google_protobuf_Timestamp | null;
  lineageStartedAt?: _google_protobuf_Timestamp | null;
  grantContext?: Buffer | Uint8Array | string;
  spentAt?: _google_protobuf_Timestamp | null;
  lineageRevoked?: boolean;
}

export interface RefreshToken__Output {
  tokenHash: Buffer;
  lineageId: string;
  clientId: string;
  userId: string;
  scopes: string[];
  resource: string;
  issuedAt: _google_protobuf_Timestamp__Output | null;
  expiresAt: _google_protobuf_Timestamp__Output | null;
  lineageStartedAt: _google_protobuf_Timestamp__Output | null;
  grantContext: Buffer;
  spentAt: _google_protobuf_Timestamp__Output | null;
  lineageRevoked: boolean;
}
