// Original file: proto/gatehouse/consent/v1/consent.proto

export interface PendingRequestRequest {
  requestId?: string;
  userId?: string;
}

export interface PendingRequestRequest__Output {
  requestId: string;
  userId: string;
}
