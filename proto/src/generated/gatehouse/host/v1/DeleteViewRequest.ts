// Original file: proto/gatehouse/host/v1/admin_view.proto

export interface DeleteViewRequest {
  administratorId?: string;
  list?: string;
  id?: string;
}

export interface DeleteViewRequest__Output {
  administratorId: string;
  list: string;
  id: string;
}
