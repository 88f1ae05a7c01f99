// Original file: proto/gatehouse/host/v1/backend.proto

export interface FindRefreshToken {
  tokenHash?: Buffer | Uint8Array | string;
}

export interface FindRefreshToken__Output {
  tokenHash: Buffer;
}
