// Original file: proto/gatehouse/host/v1/admin_view.proto

export interface ListViewsRequest {
  administratorId?: string;
  list?: string;
}

export interface ListViewsRequest__Output {
  administratorId: string;
  list: string;
}
