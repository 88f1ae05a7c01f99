// Original file: proto/gatehouse/host/v1/admin_second_factor.proto

export interface UseSecondFactorRequest {
  administratorId?: string;
  sealedSecret?: string;
  step?: number;
  recoveryHash?: string;
  resealedSecret?: string;
  code?: 'step' | 'recoveryHash';
}

export interface UseSecondFactorRequest__Output {
  administratorId: string;
  sealedSecret: string;
  step?: number;
  recoveryHash?: string;
  resealedSecret: string;
  code?: 'step' | 'recoveryHash';
}
