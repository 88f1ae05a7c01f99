// Original file: proto/gatehouse/host/v1/backend.proto

export interface CreateRefreshTokenResult {}

export interface CreateRefreshTokenResult__Output {}
