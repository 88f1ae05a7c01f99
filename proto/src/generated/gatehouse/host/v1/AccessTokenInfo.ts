// Original file: proto/gatehouse/host/v1/backend.proto

export interface AccessTokenInfo {
  lineageId?: string;
  clientId?: string;
  userId?: string;
}

export interface AccessTokenInfo__Output {
  lineageId: string;
  clientId: string;
  userId: string;
}
