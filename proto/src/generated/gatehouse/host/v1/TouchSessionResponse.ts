// Original file: proto/gatehouse/host/v1/admin_session.proto

export interface TouchSessionResponse {}

export interface TouchSessionResponse__Output {}
