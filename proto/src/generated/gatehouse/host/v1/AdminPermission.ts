// Original file: proto/gatehouse/host/v1/admin_registration.proto

export interface AdminPermission {
  code?: string;
  label?: string;
  tab?: string;
}

export interface AdminPermission__Output {
  code: string;
  label: string;
  tab: string;
}
