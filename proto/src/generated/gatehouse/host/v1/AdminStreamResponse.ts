// Original file: proto/gatehouse/host/v1/admin_stream.proto

import type {
  StreamedAnswer as _gatehouse_host_v1_StreamedAnswer,
  StreamedAnswer__Output as _gatehouse_host_v1_StreamedAnswer__Output,
} from '../../../gatehouse/host/v1/StreamedAnswer.js';
import type {
  StreamClosing as _gatehouse_host_v1_StreamClosing,
  StreamClosing__Output as _gatehouse_host_v1_StreamClosing__Output,
} from '../../../gatehouse/host/v1/StreamClosing.js';

export interface AdminStreamResponse {
  answers?: _gatehouse_host_v1_StreamedAnswer[];
  closing?: _gatehouse_host_v1_StreamClosing | null;
}

export interface AdminStreamResponse__Output {
  answers: _gatehouse_host_v1_StreamedAnswer__Output[];
  closing: _gatehouse_host_v1_StreamClosing__Output | null;
}
