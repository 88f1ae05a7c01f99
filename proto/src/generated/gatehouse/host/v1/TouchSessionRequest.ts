// Original file: proto/gatehouse/host/v1/admin_session.proto

import type {
  SessionDevice as _gatehouse_host_v1_SessionDevice,
  SessionDevice__Output as _gatehouse_host_v1_SessionDevice__Output,
} from '../../../gatehouse/host/v1/SessionDevice.js';
import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface TouchSessionRequest {
  administratorId?: string;
  sessionId?: string;
  device?: _gatehouse_host_v1_SessionDevice | null;
  at?: _google_protobuf_Timestamp | null;
}

export interface TouchSessionRequest__Output {
  administratorId: string;
  sessionId: string;
  device: _gatehouse_host_v1_SessionDevice__Output | null;
  at: _google_protobuf_Timestamp__Output | null;
}
