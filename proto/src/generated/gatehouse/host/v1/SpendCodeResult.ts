// Original file: proto/gatehouse/host/v1/backend.proto

export interface SpendCodeResult {}

export interface SpendCodeResult__Output {}
