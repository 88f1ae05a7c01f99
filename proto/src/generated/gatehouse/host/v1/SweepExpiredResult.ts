// Original file: proto/gatehouse/host/v1/backend.proto

export interface SweepExpiredResult {
  codesRemoved?: number;
  refreshTokensRemoved?: number;
}

export interface SweepExpiredResult__Output {
  codesRemoved: number;
  refreshTokensRemoved: number;
}
