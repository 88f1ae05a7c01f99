// Original file: proto/gatehouse/host/v1/sign_in.proto

import type {
  SignedInUser as _gatehouse_host_v1_SignedInUser,
  SignedInUser__Output as _gatehouse_host_v1_SignedInUser__Output,
} from '../../../gatehouse/host/v1/SignedInUser.js';

export interface ResolveUserResponse {
  user?: _gatehouse_host_v1_SignedInUser | null;
  signInUrl?: string;
  outcome?: 'user' | 'signInUrl';
}

export interface ResolveUserResponse__Output {
  user?: _gatehouse_host_v1_SignedInUser__Output | null;
  signInUrl?: string;
  outcome?: 'user' | 'signInUrl';
}
