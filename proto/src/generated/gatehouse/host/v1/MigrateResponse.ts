// Original file: proto/gatehouse/host/v1/admin_directory.proto

export interface MigrateResponse {
  applied?: string[];
}

export interface MigrateResponse__Output {
  applied: string[];
}
