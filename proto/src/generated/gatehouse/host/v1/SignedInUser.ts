// Original file: proto/gatehouse/host/v1/sign_in.proto

export interface SignedInUser {
  userId?: string;
  displayName?: string;
}

export interface SignedInUser__Output {
  userId: string;
  displayName: string;
}
