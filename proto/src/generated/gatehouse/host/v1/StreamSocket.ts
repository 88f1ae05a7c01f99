// Original file: proto/gatehouse/host/v1/host.proto

export interface StreamSocket {
  name?: string;
  key?: Buffer | Uint8Array | string;
  network?: string;
}

export interface StreamSocket__Output {
  name: string;
  key: Buffer;
  network: string;
}
