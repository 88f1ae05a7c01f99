// Original file: proto/gatehouse/host/v1/backend.proto

export interface FindAccessToken {
  accessToken?: string;
}

export interface FindAccessToken__Output {
  accessToken: string;
}
