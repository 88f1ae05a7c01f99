// Original file: proto/gatehouse/host/v1/admin_second_factor.proto

export interface SecondFactor {
  sealedSecret?: string;
  recoveryCodesLeft?: number;
}

export interface SecondFactor__Output {
  sealedSecret: string;
  recoveryCodesLeft: number;
}
