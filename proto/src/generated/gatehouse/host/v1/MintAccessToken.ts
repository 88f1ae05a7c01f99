// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface MintAccessToken {
  userId?: string;
  clientId?: string;
  scopes?: string[];
  resource?: string;
  lineageId?: string;
  expiresAt?: _google_protobuf_Timestamp | null;
  grantContext?: Buffer | Uint8Array | string;
  at?: _google_protobuf_Timestamp | null;
}

export interface MintAccessToken__Output {
  userId: string;
  clientId: string;
  scopes: string[];
  resource: string;
  lineageId: string;
  expiresAt: _google_protobuf_Timestamp__Output | null;
  grantContext: Buffer;
  at: _google_protobuf_Timestamp__Output | null;
}
