// Original file: proto/gatehouse/host/v1/admin_account.proto

import type {
  Account as _gatehouse_host_v1_Account,
  Account__Output as _gatehouse_host_v1_Account__Output,
} from '../../../gatehouse/host/v1/Account.js';

export interface GetAccountResponse {
  account?: _gatehouse_host_v1_Account | null;
}

export interface GetAccountResponse__Output {
  account: _gatehouse_host_v1_Account__Output | null;
}
