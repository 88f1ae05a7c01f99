// Original file: proto/gatehouse/host/v1/admin_cell.proto

export interface InvalidValue {
  raw?: string;
}

export interface InvalidValue__Output {
  raw: string;
}
