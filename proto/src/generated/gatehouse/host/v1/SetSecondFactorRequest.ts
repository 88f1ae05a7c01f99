// Original file: proto/gatehouse/host/v1/admin_second_factor.proto

export interface SetSecondFactorRequest {
  administratorId?: string;
  tokenVersion?: number;
  sealedSecret?: string;
  step?: number;
  recoveryHashes?: string[];
}

export interface SetSecondFactorRequest__Output {
  administratorId: string;
  tokenVersion: number;
  sealedSecret: string;
  step: number;
  recoveryHashes: string[];
}
