// Original file: proto/gatehouse/host/v1/admin_bulk.proto

export interface ExistingRecord {
  id?: string;
  expectedVersion?: string;
}

export interface ExistingRecord__Output {
  id: string;
  expectedVersion: string;
}
