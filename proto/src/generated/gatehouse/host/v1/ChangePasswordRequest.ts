// Original file: proto/gatehouse/host/v1/admin_account.proto

export interface ChangePasswordRequest {
  administratorId?: string;
  tokenVersion?: number;
  passwordHash?: string;
  changedBy?: string;
  mustChange?: boolean;
}

export interface ChangePasswordRequest__Output {
  administratorId: string;
  tokenVersion: number;
  passwordHash: string;
  changedBy: string;
  mustChange: boolean;
}
