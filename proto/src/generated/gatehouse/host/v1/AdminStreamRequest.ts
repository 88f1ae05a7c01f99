// Original file: proto/gatehouse/host/v1/admin_stream.proto

import type {
  StreamedCall as _gatehouse_host_v1_StreamedCall,
  StreamedCall__Output as _gatehouse_host_v1_StreamedCall__Output,
} from '../../../gatehouse/host/v1/StreamedCall.js';

export interface AdminStreamRequest {
  calls?: _gatehouse_host_v1_StreamedCall[];
  cancelled?: number[];
}

export interface AdminStreamRequest__Output {
  calls: _gatehouse_host_v1_StreamedCall__Output[];
  cancelled: number[];
}
