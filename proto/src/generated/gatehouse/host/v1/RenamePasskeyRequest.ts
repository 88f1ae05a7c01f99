// Original file: proto/gatehouse/host/v1/admin_passkey.proto

export interface RenamePasskeyRequest {
  administratorId?: string;
  credentialId?: string;
  name?: string;
}

export interface RenamePasskeyRequest__Output {
  administratorId: string;
  credentialId: string;
  name: string;
}
