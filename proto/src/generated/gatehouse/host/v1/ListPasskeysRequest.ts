// Original file: proto/gatehouse/host/v1/admin_passkey.proto

export interface ListPasskeysRequest {
  administratorId?: string;
}

export interface ListPasskeysRequest__Output {
  administratorId: string;
}
