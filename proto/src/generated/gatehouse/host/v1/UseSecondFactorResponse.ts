// Original file: proto/gatehouse/host/v1/admin_second_factor.proto

export interface UseSecondFactorResponse {
  accepted?: boolean;
}

export interface UseSecondFactorResponse__Output {
  accepted: boolean;
}
