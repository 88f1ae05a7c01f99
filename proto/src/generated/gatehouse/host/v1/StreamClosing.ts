// Original file: proto/gatehouse/host/v1/backend.proto

export interface StreamClosing {
  taken?: number[];
}

export interface StreamClosing__Output {
  taken: number[];
}
