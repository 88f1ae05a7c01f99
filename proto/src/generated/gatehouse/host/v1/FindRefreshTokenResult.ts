// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  RefreshToken as _gatehouse_host_v1_RefreshToken,
  RefreshToken__Output as _gatehouse_host_v1_RefreshToken__Output,
} from '../../../gatehouse/host/v1/RefreshToken.js';

export interface FindRefreshTokenResult {
  refreshToken?: _gatehouse_host_v1_RefreshToken | null;
}

export interface FindRefreshTokenResult__Output {
  refreshToken: _gatehouse_host_v1_RefreshToken__Output | null;
}
