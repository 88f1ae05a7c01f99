// Original file: proto/gatehouse/host/v1/host.proto

export interface StreamEnded {
  code?: number;
  message?: string;
}

export interface StreamEnded__Output {
  code: number;
  message: string;
}
