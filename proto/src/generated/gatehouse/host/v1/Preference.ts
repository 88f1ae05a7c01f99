// Original file: proto/gatehouse/host/v1/admin_account.proto

export interface Preference {
  key?: string;
  document?: string;
}

export interface Preference__Output {
  key: string;
  document: string;
}
