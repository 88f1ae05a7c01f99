// Original file: proto/gatehouse/host/v1/backend.proto

export interface SpendRefreshTokenResult {}

export interface SpendRefreshTokenResult__Output {}
