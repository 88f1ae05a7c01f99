// Original file: proto/gatehouse/host/v1/admin_account.proto

export interface UpdateProfileRequest {
  administratorId?: string;
  displayName?: string;
  locale?: string;
}

export interface UpdateProfileRequest__Output {
  administratorId: string;
  displayName: string;
  locale: string;
}
