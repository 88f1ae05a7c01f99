// Original file: proto/gatehouse/consent/v1/consent.proto

export interface IssueCodeRequest {
  requestId?: string;
  userId?: string;
  grantedScopes?: string[];
  grantContext?: Buffer | Uint8Array | string;
}

export interface IssueCodeRequest__Output {
  requestId: string;
  userId: string;
  grantedScopes: string[];
  grantContext: Buffer;
}
