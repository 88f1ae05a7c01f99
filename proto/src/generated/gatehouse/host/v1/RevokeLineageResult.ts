// Original file: proto/gatehouse/host/v1/backend.proto

export interface RevokeLineageResult {
  newlyRevoked?: boolean;
}

export interface RevokeLineageResult__Output {
  newlyRevoked: boolean;
}
