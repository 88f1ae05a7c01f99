// Original file: proto/gatehouse/host/v1/admin_view.proto

export interface SaveViewRequest {
  administratorId?: string;
  list?: string;
  id?: string;
  version?: number;
  shared?: boolean;
  name?: string;
  query?: string;
}

export interface SaveViewRequest__Output {
  administratorId: string;
  list: string;
  id: string;
  version: number;
  shared: boolean;
  name: string;
  query: string;
}
