// Original file: proto/gatehouse/host/v1/admin_passkey.proto

export interface RemoveAuthenticatorAppRequest {
  administratorId?: string;
}

export interface RemoveAuthenticatorAppRequest__Output {
  administratorId: string;
}
