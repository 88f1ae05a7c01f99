// Original file: proto/gatehouse/host/v1/admin_bulk.proto

export interface ImportedRecords {
  created?: number;
}

export interface ImportedRecords__Output {
  created: number;
}
