// Original file: proto/gatehouse/host/v1/admin_second_factor.proto

export interface GetSecondFactorRequest {
  administratorId?: string;
}

export interface GetSecondFactorRequest__Output {
  administratorId: string;
}
