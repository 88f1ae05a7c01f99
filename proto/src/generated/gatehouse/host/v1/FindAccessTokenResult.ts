// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  AccessTokenInfo as _gatehouse_host_v1_AccessTokenInfo,
  AccessTokenInfo__Output as _gatehouse_host_v1_AccessTokenInfo__Output,
} from '../../../gatehouse/host/v1/AccessTokenInfo.js';

export interface FindAccessTokenResult {
  accessToken?: _gatehouse_host_v1_AccessTokenInfo | null;
}

export interface FindAccessTokenResult__Output {
  accessToken: _gatehouse_host_v1_AccessTokenInfo__Output | null;
}
