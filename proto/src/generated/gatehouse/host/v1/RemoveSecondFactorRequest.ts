// Original file: proto/gatehouse/host/v1/admin_second_factor.proto

export interface RemoveSecondFactorRequest {
  administratorId?: string;
  removedBy?: string;
}

export interface RemoveSecondFactorRequest__Output {
  administratorId: string;
  removedBy: string;
}
