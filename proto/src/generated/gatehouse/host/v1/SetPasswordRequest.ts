// Original file: proto/gatehouse/host/v1/admin_directory.proto

export interface SetPasswordRequest {
  identifier?: string;
  passwordHash?: string;
}

export interface SetPasswordRequest__Output {
  identifier: string;
  passwordHash: string;
}
