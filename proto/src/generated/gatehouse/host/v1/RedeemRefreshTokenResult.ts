// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Client as _gatehouse_host_v1_Client,
  Client__Output as _gatehouse_host_v1_Client__Output,
} from '../../../gatehouse/host/v1/Client.js';
import type {
  RefreshToken as _gatehouse_host_v1_RefreshToken,
  RefreshToken__Output as _gatehouse_host_v1_RefreshToken__Output,
} from '../../../gatehouse/host/v1/RefreshToken.js';
import type {
  MintAccessTokenResult as _gatehouse_host_v1_MintAccessTokenResult,
  MintAccessTokenResult__Output as _gatehouse_host_v1_MintAccessTokenResult__Output,
} from '../../../gatehouse/host/v1/MintAccessTokenResult.js';

export interface RedeemRefreshTokenResult {
  client?: _gatehouse_host_v1_Client | null;
  refreshToken?: _gatehouse_host_v1_RefreshToken | null;
  minted?: _gatehouse_host_v1_MintAccessTokenResult | null;
}

export interface RedeemRefreshTokenResult__Output {
  client: _gatehouse_host_v1_Client__Output | null;
  refreshToken: _gatehouse_host_v1_RefreshToken__Output | null;
  minted: _gatehouse_host_v1_MintAccessTokenResult__Output | null;
}
