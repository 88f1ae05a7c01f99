// Original file: proto/gatehouse/host/v1/admin_query.proto

export interface AdminRelatedTo {
  relation?: string;
  ids?: string[];
}

export interface AdminRelatedTo__Output {
  relation: string;
  ids: string[];
}
