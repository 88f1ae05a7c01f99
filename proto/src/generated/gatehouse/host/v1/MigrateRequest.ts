// Original file: proto/gatehouse/host/v1/admin_directory.proto

export interface MigrateRequest {}

export interface MigrateRequest__Output {}
