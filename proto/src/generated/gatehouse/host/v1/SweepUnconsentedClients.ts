// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface SweepUnconsentedClients {
  registeredBefore?: _google_protobuf_Timestamp | null;
}

export interface SweepUnconsentedClients__Output {
  registeredBefore: _google_protobuf_Timestamp__Output | null;
}
