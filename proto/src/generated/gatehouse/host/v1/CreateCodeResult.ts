// Original file: proto/gatehouse/host/v1/backend.proto

export interface CreateCodeResult {}

export interface CreateCodeResult__Output {}
