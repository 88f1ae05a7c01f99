// Original file: proto/gatehouse/host/v1/sign_in.proto

export interface ResolveUserRequest {
  cookie?: string;
  authorization?: string;
  returnTo?: string;
}

export interface ResolveUserRequest__Output {
  cookie: string;
  authorization: string;
  returnTo: string;
}
