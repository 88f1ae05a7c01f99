// Original file: proto/gatehouse/consent/v1/consent.proto

export interface GenerateCredentialsResponse {
  clientId?: string;
  clientSecret?: string;
  clientSecretHash?: Buffer | Uint8Array | string;
}

export interface GenerateCredentialsResponse__Output {
  clientId: string;
  clientSecret: string;
  clientSecretHash: Buffer;
}
