// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface StampConsent {
  clientId?: string;
  at?: _google_protobuf_Timestamp | null;
}

export interface StampConsent__Output {
  clientId: string;
  at: _google_protobuf_Timestamp__Output | null;
}
