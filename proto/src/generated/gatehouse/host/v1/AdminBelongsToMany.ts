// Original file: proto/gatehouse/host/v1/admin_registration.proto

export interface AdminBelongsToMany {
  pivotTable?: string;
  pivotForeignKey?: string;
  pivotRelatedKey?: string;
}

export interface AdminBelongsToMany__Output {
  pivotTable: string;
  pivotForeignKey: string;
  pivotRelatedKey: string;
}
