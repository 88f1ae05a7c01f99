// Original file: proto/gatehouse/host/v1/backend.proto

export interface SweepUnconsentedClientsResult {
  removed?: number;
}

export interface SweepUnconsentedClientsResult__Output {
  removed: number;
}
