// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  TransactRequest as _gatehouse_host_v1_TransactRequest,
  TransactRequest__Output as _gatehouse_host_v1_TransactRequest__Output,
} from '../../../gatehouse/host/v1/TransactRequest.js';
import type {
  Duration as _google_protobuf_Duration,
  Duration__Output as _google_protobuf_Duration__Output,
} from '../../../google/protobuf/Duration.js';

export interface StreamedTransaction {
  id?: number;
  request?: _gatehouse_host_v1_TransactRequest | null;
  timeout?: _google_protobuf_Duration | null;
  requestId?: string;
  traceparent?: string;
  tracestate?: string;
}

export interface StreamedTransaction__Output {
  id: number;
  request: _gatehouse_host_v1_TransactRequest__Output | null;
  timeout: _google_protobuf_Duration__Output | null;
  requestId: string;
  traceparent: string;
  tracestate: string;
}
