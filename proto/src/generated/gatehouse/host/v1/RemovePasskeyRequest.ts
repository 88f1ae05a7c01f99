// Original file: proto/gatehouse/host/v1/admin_passkey.proto

export interface RemovePasskeyRequest {
  administratorId?: string;
  credentialId?: string;
}

export interface RemovePasskeyRequest__Output {
  administratorId: string;
  credentialId: string;
}
