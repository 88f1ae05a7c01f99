// Original file: proto/gatehouse/host/v1/admin_record.proto

export interface CellColumn {
  kinds?: Buffer | Uint8Array | string;
  texts?: string[];
  numbers?: (number | string)[];
  bytes?: (Buffer | Uint8Array | string)[];
}

export interface CellColumn__Output {
  kinds: Buffer;
  texts: string[];
  numbers: number[];
  bytes: Buffer[];
}
