// Original file: proto/gatehouse/host/v1/admin_session.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface ListSessionsRequest {
  administratorId?: string;
  at?: _google_protobuf_Timestamp | null;
}

export interface ListSessionsRequest__Output {
  administratorId: string;
  at: _google_protobuf_Timestamp__Output | null;
}
