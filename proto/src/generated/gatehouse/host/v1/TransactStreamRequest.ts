// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  StreamedTransaction as _gatehouse_host_v1_StreamedTransaction,
  StreamedTransaction__Output as _gatehouse_host_v1_StreamedTransaction__Output,
} from '../../../gatehouse/host/v1/StreamedTransaction.js';

export interface TransactStreamRequest {
  transactions?: _gatehouse_host_v1_StreamedTransaction[];
}

export interface TransactStreamRequest__Output {
  transactions: _gatehouse_host_v1_StreamedTransaction__Output[];
}
