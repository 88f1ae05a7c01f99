// Original file: proto/gatehouse/host/v1/admin_registration.proto

export interface AdminAction {
  name?: string;
  label?: string;
  permissions?: string[];
}

export interface AdminAction__Output {
  name: string;
  label: string;
  permissions: string[];
}
