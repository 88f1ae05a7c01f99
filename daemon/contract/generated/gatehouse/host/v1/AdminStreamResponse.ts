// Original file: proto/gatehouse/host/v1/admin_stream.proto

import type {
  StreamedAnswer as _gatehouse_host_v1_StreamedAnswer,
  StreamedAnswer__Output as _gatehouse_host_v1_StreamedAnswer__Output,
} from '../../../gatehouse/host/v1/StreamedAnswer.js';

export interface AdminStreamResponse {
  answers?: _gatehouse_host_v1_StreamedAnswer[];
}

export interface AdminStreamResponse__Output {
  answers: _gatehouse_host_v1_StreamedAnswer__Output[];
}
