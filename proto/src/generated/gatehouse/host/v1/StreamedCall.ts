// Original file: proto/gatehouse/host/v1/admin_stream.proto

import type {
  Duration as _google_protobuf_Duration,
  Duration__Output as _google_protobuf_Duration__Output,
} from '../../../google/protobuf/Duration.js';

export interface StreamedCall {
  id?: number;
  method?: string;
  request?: Buffer | Uint8Array | string;
  timeout?: _google_protobuf_Duration | null;
  requestId?: string;
  traceparent?: string;
  tracestate?: string;
}

export interface StreamedCall__Output {
  id: number;
  method: string;
  request: Buffer;
  timeout: _google_protobuf_Duration__Output | null;
  requestId: string;
  traceparent: string;
  tracestate: string;
}
