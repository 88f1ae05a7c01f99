// Original file: proto/gatehouse/host/v1/host.proto

export interface StreamOpening {
  path?: string;
  proof?: Buffer | Uint8Array | string;
}

export interface StreamOpening__Output {
  path: string;
  proof: Buffer;
}
