// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Client as _gatehouse_host_v1_Client,
  Client__Output as _gatehouse_host_v1_Client__Output,
} from '../../../gatehouse/host/v1/Client.js';
import type {
  Code as _gatehouse_host_v1_Code,
  Code__Output as _gatehouse_host_v1_Code__Output,
} from '../../../gatehouse/host/v1/Code.js';
import type {
  MintAccessTokenResult as _gatehouse_host_v1_MintAccessTokenResult,
  MintAccessTokenResult__Output as _gatehouse_host_v1_MintAccessTokenResult__Output,
} from '../../../gatehouse/host/v1/MintAccessTokenResult.js';

export interface RedeemCodeResult {
  client?: _gatehouse_host_v1_Client | null;
  code?: _gatehouse_host_v1_Code | null;
  minted?: _gatehouse_host_v1_MintAccessTokenResult | null;
}

export interface RedeemCodeResult__Output {
  client: _gatehouse_host_v1_Client__Output | null;
  code: _gatehouse_host_v1_Code__Output | null;
  minted: _gatehouse_host_v1_MintAccessTokenResult__Output | null;
}
