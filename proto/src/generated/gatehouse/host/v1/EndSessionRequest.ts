// Original file: proto/gatehouse/host/v1/admin_session.proto

export interface EndSessionRequest {
  administratorId?: string;
  sessionId?: string;
  endedBy?: string;
}

export interface EndSessionRequest__Output {
  administratorId: string;
  sessionId: string;
  endedBy: string;
}
