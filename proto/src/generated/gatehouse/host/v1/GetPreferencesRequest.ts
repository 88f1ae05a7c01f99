// Original file: proto/gatehouse/host/v1/admin_account.proto

export interface GetPreferencesRequest {
  administratorId?: string;
  keys?: string[];
}

export interface GetPreferencesRequest__Output {
  administratorId: string;
  keys: string[];
}
