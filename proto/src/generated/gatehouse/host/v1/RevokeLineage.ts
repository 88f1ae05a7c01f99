// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface RevokeLineage {
  lineageId?: string;
  at?: _google_protobuf_Timestamp | null;
}

export interface RevokeLineage__Output {
  lineageId: string;
  at: _google_protobuf_Timestamp__Output | null;
}
