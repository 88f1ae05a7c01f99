// Original file: proto/gatehouse/host/v1/admin_directory.proto

export interface TokenReference {
  administratorId?: string;
  tokenVersion?: number;
  tokenId?: string;
  sessionId?: string;
}

export interface TokenReference__Output {
  administratorId: string;
  tokenVersion: number;
  tokenId: string;
  sessionId: string;
}
