// Original file: proto/gatehouse/host/v1/admin_account.proto

export interface EndSessionsRequest {
  administratorId?: string;
  endedBy?: string;
}

export interface EndSessionsRequest__Output {
  administratorId: string;
  endedBy: string;
}
