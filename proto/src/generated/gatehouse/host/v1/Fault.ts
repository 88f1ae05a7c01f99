// Original file: proto/gatehouse/host/v1/backend.proto

export interface Fault {
  code?: number;
  message?: string;
}

export interface Fault__Output {
  code: number;
  message: string;
}
