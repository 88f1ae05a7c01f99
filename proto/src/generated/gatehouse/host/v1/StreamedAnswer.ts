// Original file: proto/gatehouse/host/v1/admin_stream.proto

import type {
  Fault as _gatehouse_host_v1_Fault,
  Fault__Output as _gatehouse_host_v1_Fault__Output,
} from '../../../gatehouse/host/v1/Fault.js';

export interface StreamedAnswer {
  id?: number;
  response?: Buffer | Uint8Array | string;
  fault?: _gatehouse_host_v1_Fault | null;
  outcome?: 'response' | 'fault';
}

export interface StreamedAnswer__Output {
  id: number;
  response?: Buffer;
  fault?: _gatehouse_host_v1_Fault__Output | null;
  outcome?: 'response' | 'fault';
}
