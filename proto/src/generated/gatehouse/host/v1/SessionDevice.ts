// Original file: proto/gatehouse/host/v1/admin_session.proto

export interface SessionDevice {
  browser?: string;
  system?: string;
  network?: string;
}

export interface SessionDevice__Output {
  browser: string;
  system: string;
  network: string;
}
