// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  StreamedOutcome as _gatehouse_host_v1_StreamedOutcome,
  StreamedOutcome__Output as _gatehouse_host_v1_StreamedOutcome__Output,
} from '../../../gatehouse/host/v1/StreamedOutcome.js';
import type {
  StreamClosing as _gatehouse_host_v1_StreamClosing,
  StreamClosing__Output as _gatehouse_host_v1_StreamClosing__Output,
} from '../../../gatehouse/host/v1/StreamClosing.js';

export interface TransactStreamResponse {
  outcomes?: _gatehouse_host_v1_StreamedOutcome[];
  closing?: _gatehouse_host_v1_StreamClosing | null;
}

export interface TransactStreamResponse__Output {
  outcomes: _gatehouse_host_v1_StreamedOutcome__Output[];
  closing: _gatehouse_host_v1_StreamClosing__Output | null;
}
