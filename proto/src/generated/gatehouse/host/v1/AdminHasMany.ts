// Original file: proto/gatehouse/host/v1/admin_registration.proto

export interface AdminHasMany {
  foreignKey?: string;
}

export interface AdminHasMany__Output {
  foreignKey: string;
}
