// Original file: proto/gatehouse/host/v1/admin_second_factor.proto

export interface SetRecoveryCodesRequest {
  administratorId?: string;
  sealedSecret?: string;
  recoveryHashes?: string[];
}

export interface SetRecoveryCodesRequest__Output {
  administratorId: string;
  sealedSecret: string;
  recoveryHashes: string[];
}
