// Original file: proto/gatehouse/host/v1/admin_passkey.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface UsePasskeyRequest {
  administratorId?: string;
  credentialId?: string;
  signCount?: number;
  backedUp?: boolean;
  usedAt?: _google_protobuf_Timestamp | null;
}

export interface UsePasskeyRequest__Output {
  administratorId: string;
  credentialId: string;
  signCount: number;
  backedUp: boolean;
  usedAt: _google_protobuf_Timestamp__Output | null;
}
