// Original file: proto/gatehouse/host/v1/admin_directory.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface TokenRetirement {
  effectiveAt?: _google_protobuf_Timestamp | null;
  expiresAt?: _google_protobuf_Timestamp | null;
  sweepBefore?: _google_protobuf_Timestamp | null;
}

export interface TokenRetirement__Output {
  effectiveAt: _google_protobuf_Timestamp__Output | null;
  expiresAt: _google_protobuf_Timestamp__Output | null;
  sweepBefore: _google_protobuf_Timestamp__Output | null;
}
