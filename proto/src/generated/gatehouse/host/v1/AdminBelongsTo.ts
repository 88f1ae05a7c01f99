// Original file: proto/gatehouse/host/v1/admin_registration.proto

export interface AdminBelongsTo {
  foreignKey?: string;
}

export interface AdminBelongsTo__Output {
  foreignKey: string;
}
