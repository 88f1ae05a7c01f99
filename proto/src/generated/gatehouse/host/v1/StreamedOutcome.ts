// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  TransactResponse as _gatehouse_host_v1_TransactResponse,
  TransactResponse__Output as _gatehouse_host_v1_TransactResponse__Output,
} from '../../../gatehouse/host/v1/TransactResponse.js';
import type {
  Fault as _gatehouse_host_v1_Fault,
  Fault__Output as _gatehouse_host_v1_Fault__Output,
} from '../../../gatehouse/host/v1/Fault.js';

export interface StreamedOutcome {
  id?: number;
  response?: _gatehouse_host_v1_TransactResponse | null;
  fault?: _gatehouse_host_v1_Fault | null;
  outcome?: 'response' | 'fault';
}

export interface StreamedOutcome__Output {
  id: number;
  response?: _gatehouse_host_v1_TransactResponse__Output | null;
  fault?: _gatehouse_host_v1_Fault__Output | null;
  outcome?: 'response' | 'fault';
}
