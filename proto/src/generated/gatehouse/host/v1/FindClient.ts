// Original file: proto/gatehouse/host/v1/backend.proto

export interface FindClient {
  clientId?: string;
}

export interface FindClient__Output {
  clientId: string;
}
