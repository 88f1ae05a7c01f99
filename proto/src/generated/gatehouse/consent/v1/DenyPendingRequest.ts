// Original file: proto/gatehouse/consent/v1/consent.proto

export interface DenyPendingRequest {
  requestId?: string;
  userId?: string;
}

export interface DenyPendingRequest__Output {
  requestId: string;
  userId: string;
}
