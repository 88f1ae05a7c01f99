// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Client as _gatehouse_host_v1_Client,
  Client__Output as _gatehouse_host_v1_Client__Output,
} from '../../../gatehouse/host/v1/Client.js';

export interface FindClientResult {
  client?: _gatehouse_host_v1_Client | null;
}

export interface FindClientResult__Output {
  client: _gatehouse_host_v1_Client__Output | null;
}
