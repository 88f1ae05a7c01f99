// Original file: proto/gatehouse/host/v1/backend.proto

export interface FindCode {
  codeHash?: Buffer | Uint8Array | string;
}

export interface FindCode__Output {
  codeHash: Buffer;
}
