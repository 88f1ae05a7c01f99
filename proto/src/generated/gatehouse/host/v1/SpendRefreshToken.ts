// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface SpendRefreshToken {
  tokenHash?: Buffer | Uint8Array | string;
  at?: _google_protobuf_Timestamp | null;
}

export interface SpendRefreshToken__Output {
  tokenHash: Buffer;
  at: _google_protobuf_Timestamp__Output | null;
}
