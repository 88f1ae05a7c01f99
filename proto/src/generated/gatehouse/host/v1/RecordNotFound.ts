// Original file: proto/gatehouse/host/v1/admin_record.proto

export interface RecordNotFound {}

export interface RecordNotFound__Output {}
