// Original file: proto/gatehouse/host/v1/admin_passkey.proto

export interface UsePasskeyResponse {
  accepted?: boolean;
}

export interface UsePasskeyResponse__Output {
  accepted: boolean;
}
