// Original file: proto/gatehouse/host/v1/backend.proto

export interface CreateClientResult {
  clientCount?: number;
}

export interface CreateClientResult__Output {
  clientCount: number;
}
