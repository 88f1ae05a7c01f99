// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface Code {
  codeHash?: Buffer | Uint8Array | string;
  clientId?: string;
  userId?: string;
  redirectUri?: string;
  codeChallenge?: string;
  scopes?: string[];
  resource?: string;
  issuedAt?: _google_protobuf_Timestamp | null;
  expiresAt?: _google_protobuf_Timestamp | null;
  grantContext?: Buffer | Uint8Array | string;
  spentAt?: _google_protobuf_Timestamp | null;
  lineageId?: string;
}

export interface Code__Output {
  codeHash: Buffer;
  clientId: string;
  userId: string;
  redirectUri: string;
  codeChallenge: string;
  scopes: string[];
  resource: string;
  issuedAt: _google_protobuf_Timestamp__Output | null;
  expiresAt: _google_protobuf_Timestamp__Output | null;
  grantContext: Buffer;
  spentAt: _google_protobuf_Timestamp__Output | null;
  lineageId: string;
}
