// Original file: proto/gatehouse/host/v1/admin_caller.proto

import type {
  AuthenticateTokenRequest as _gatehouse_host_v1_AuthenticateTokenRequest,
  AuthenticateTokenRequest__Output as _gatehouse_host_v1_AuthenticateTokenRequest__Output,
} from '../../../gatehouse/host/v1/AuthenticateTokenRequest.js';

export interface AdminCaller {
  administratorId?: string;
  login?: string;
  superuser?: boolean;
  permissions?: string[];
  locale?: string;
  session?: _gatehouse_host_v1_AuthenticateTokenRequest | null;
}

export interface AdminCaller__Output {
  administratorId: string;
  login: string;
  superuser: boolean;
  permissions: string[];
  locale: string;
  session: _gatehouse_host_v1_AuthenticateTokenRequest__Output | null;
}
