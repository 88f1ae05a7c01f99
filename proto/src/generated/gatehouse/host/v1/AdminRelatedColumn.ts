// Original file: proto/gatehouse/host/v1/admin_query.proto

export interface AdminRelatedColumn {
  column?: string;
  limit?: number;
}

export interface AdminRelatedColumn__Output {
  column: string;
  limit: number;
}
