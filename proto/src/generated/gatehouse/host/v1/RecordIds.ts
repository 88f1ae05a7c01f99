// Original file: proto/gatehouse/host/v1/admin_bulk.proto

export interface RecordIds {
  ids?: string[];
}

export interface RecordIds__Output {
  ids: string[];
}
