// Original file: proto/gatehouse/host/v1/admin_query.proto

export interface AdminColumnReference {
  relation?: string;
  column?: string;
}

export interface AdminColumnReference__Output {
  relation: string;
  column: string;
}
