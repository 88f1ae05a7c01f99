// Original file: proto/gatehouse/host/v1/admin_second_factor.proto

export interface SetRecoveryCodesResponse {
  replaced?: boolean;
}

export interface SetRecoveryCodesResponse__Output {
  replaced: boolean;
}
