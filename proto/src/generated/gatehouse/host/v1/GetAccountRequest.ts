// Original file: proto/gatehouse/host/v1/admin_account.proto

export interface GetAccountRequest {
  administratorId?: string;
}

export interface GetAccountRequest__Output {
  administratorId: string;
}
