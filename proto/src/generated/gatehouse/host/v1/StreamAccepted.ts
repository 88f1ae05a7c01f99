// Original file: proto/gatehouse/host/v1/host.proto

export interface StreamAccepted {
  proof?: Buffer | Uint8Array | string;
}

export interface StreamAccepted__Output {
  proof: Buffer;
}
