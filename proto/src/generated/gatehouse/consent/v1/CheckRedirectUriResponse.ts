// Original file: proto/gatehouse/consent/v1/consent.proto

export interface CheckRedirectUriResponse {
  reason?: string;
}

export interface CheckRedirectUriResponse__Output {
  reason: string;
}
