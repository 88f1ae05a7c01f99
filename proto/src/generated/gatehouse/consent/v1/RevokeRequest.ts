// Original file: proto/gatehouse/consent/v1/consent.proto

export interface RevokeRequest {
  accessToken?: string;
}

export interface RevokeRequest__Output {
  accessToken: string;
}
