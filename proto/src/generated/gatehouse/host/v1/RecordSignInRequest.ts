// Original file: proto/gatehouse/host/v1/admin_directory.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface RecordSignInRequest {
  administratorId?: string;
  at?: _google_protobuf_Timestamp | null;
  passwordHash?: string;
  renewedPasswordHash?: string;
}

export interface RecordSignInRequest__Output {
  administratorId: string;
  at: _google_protobuf_Timestamp__Output | null;
  passwordHash: string;
  renewedPasswordHash: string;
}
