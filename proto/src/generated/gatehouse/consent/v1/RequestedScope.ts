// Original file: proto/gatehouse/consent/v1/consent.proto

export interface RequestedScope {
  scope?: string;
  description?: string;
}

export interface RequestedScope__Output {
  scope: string;
  description: string;
}
