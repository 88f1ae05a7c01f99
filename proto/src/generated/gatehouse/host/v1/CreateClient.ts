// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Client as _gatehouse_host_v1_Client,
  Client__Output as _gatehouse_host_v1_Client__Output,
} from '../../../gatehouse/host/v1/Client.js';

export interface CreateClient {
  client?: _gatehouse_host_v1_Client | null;
  cap?: number;
  evictOldestUnconsented?: boolean;
  replaceExisting?: boolean;
}

export interface CreateClient__Output {
  client: _gatehouse_host_v1_Client__Output | null;
  cap: number;
  evictOldestUnconsented: boolean;
  replaceExisting: boolean;
}
