// Original file: proto/gatehouse/consent/v1/consent.proto

export interface RevokeResponse {
  revoked?: boolean;
}

export interface RevokeResponse__Output {
  revoked: boolean;
}
