// Original file: proto/gatehouse/host/v1/admin_directory.proto

export interface BlacklistTokenResponse {}

export interface BlacklistTokenResponse__Output {}
