// Original file: proto/gatehouse/host/v1/admin_passkey.proto

export interface RenamePasskeyResponse {
  renamed?: boolean;
}

export interface RenamePasskeyResponse__Output {
  renamed: boolean;
}
