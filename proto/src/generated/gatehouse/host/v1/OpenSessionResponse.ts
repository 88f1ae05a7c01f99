// Original file: proto/gatehouse/host/v1/admin_session.proto

export interface OpenSessionResponse {
  opened?: boolean;
}

export interface OpenSessionResponse__Output {
  opened: boolean;
}
