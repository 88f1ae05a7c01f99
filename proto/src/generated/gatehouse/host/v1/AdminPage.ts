// Original file: proto/gatehouse/host/v1/admin_query.proto

export interface AdminPage {
  number?: number;
  size?: number;
}

export interface AdminPage__Output {
  number: number;
  size: number;
}
