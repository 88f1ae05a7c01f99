// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  StreamedOutcome as _gatehouse_host_v1_StreamedOutcome,
  StreamedOutcome__Output as _gatehouse_host_v1_StreamedOutcome__Output,
} from '../../../gatehouse/host/v1/StreamedOutcome.js';

export interface TransactStreamResponse {
  outcomes?: _gatehouse_host_v1_StreamedOutcome[];
}

export interface TransactStreamResponse__Output {
  outcomes: _gatehouse_host_v1_StreamedOutcome__Output[];
}
