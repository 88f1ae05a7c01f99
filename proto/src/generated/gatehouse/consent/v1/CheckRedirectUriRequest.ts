// Original file: proto/gatehouse/consent/v1/consent.proto

export interface CheckRedirectUriRequest {
  redirectUri?: string;
}

export interface CheckRedirectUriRequest__Output {
  redirectUri: string;
}
