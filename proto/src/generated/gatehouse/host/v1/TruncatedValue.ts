// Original file: proto/gatehouse/host/v1/admin_cell.proto

export interface TruncatedValue {
  text?: string;
}

export interface TruncatedValue__Output {
  text: string;
}
