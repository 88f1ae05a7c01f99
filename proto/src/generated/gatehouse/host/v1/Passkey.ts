// Original file: proto/gatehouse/host/v1/admin_passkey.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface Passkey {
  credentialId?: string;
  publicKey?: string;
  signCount?: number;
  transports?: string[];
  backedUp?: boolean;
  name?: string;
  createdAt?: _google_protobuf_Timestamp | null;
  usedAt?: _google_protobuf_Timestamp | null;
}

export interface Passkey__Output {
  credentialId: string;
  publicKey: string;
  signCount: number;
  transports: string[];
  backedUp: boolean;
  name: string;
  createdAt: _google_protobuf_Timestamp__Output | null;
  usedAt: _google_protobuf_Timestamp__Output | null;
}
