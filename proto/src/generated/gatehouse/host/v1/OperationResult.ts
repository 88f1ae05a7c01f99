// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  FindClientResult as _gatehouse_host_v1_FindClientResult,
  FindClientResult__Output as _gatehouse_host_v1_FindClientResult__Output,
} from '../../../gatehouse/host/v1/FindClientResult.js';
import type {
  CreateClientResult as _gatehouse_host_v1_CreateClientResult,
  CreateClientResult__Output as _gatehouse_host_v1_CreateClientResult__Output,
} from '../../../gatehouse/host/v1/CreateClientResult.js';
import type {
  SweepUnconsentedClientsResult as _gatehouse_host_v1_SweepUnconsentedClientsResult,
  SweepUnconsentedClientsResult__Output as _gatehouse_host_v1_SweepUnconsentedClientsResult__Output,
} from '../../../gatehouse/host/v1/SweepUnconsentedClientsResult.js';
import type {
  StampConsentResult as _gatehouse_host_v1_StampConsentResult,
  StampConsentResult__Output as _gatehouse_host_v1_StampConsentResult__Output,
} from '../../../gatehouse/host/v1/StampConsentResult.js';
import type {
  CreateCodeResult as _gatehouse_host_v1_CreateCodeResult,
  CreateCodeResult__Output as _gatehouse_host_v1_CreateCodeResult__Output,
} from '../../../gatehouse/host/v1/CreateCodeResult.js';
import type {
  FindCodeResult as _gatehouse_host_v1_FindCodeResult,
  FindCodeResult__Output as _gatehouse_host_v1_FindCodeResult__Output,
} from '../../../gatehouse/host/v1/FindCodeResult.js';
import type {
  SpendCodeResult as _gatehouse_host_v1_SpendCodeResult,
  SpendCodeResult__Output as _gatehouse_host_v1_SpendCodeResult__Output,
} from '../../../gatehouse/host/v1/SpendCodeResult.js';
import type {
  CreateRefreshTokenResult as _gatehouse_host_v1_CreateRefreshTokenResult,
  CreateRefreshTokenResult__Output as _gatehouse_host_v1_CreateRefreshTokenResult__Output,
} from '../../../gatehouse/host/v1/CreateRefreshTokenResult.js';
import type {
  FindRefreshTokenResult as _gatehouse_host_v1_FindRefreshTokenResult,
  FindRefreshTokenResult__Output as _gatehouse_host_v1_FindRefreshTokenResult__Output,
} from '../../../gatehouse/host/v1/FindRefreshTokenResult.js';
import type {
  SpendRefreshTokenResult as _gatehouse_host_v1_SpendRefreshTokenResult,
  SpendRefreshTokenResult__Output as _gatehouse_host_v1_SpendRefreshTokenResult__Output,
} from '../../../gatehouse/host/v1/SpendRefreshTokenResult.js';
import type {
  RevokeLineageResult as _gatehouse_host_v1_RevokeLineageResult,
  RevokeLineageResult__Output as _gatehouse_host_v1_RevokeLineageResult__Output,
} from '../../../gatehouse/host/v1/RevokeLineageResult.js';
import type {
  SweepExpiredResult as _gatehouse_host_v1_SweepExpiredResult,
  SweepExpiredResult__Output as _gatehouse_host_v1_SweepExpiredResult__Output,
} from '../../../gatehouse/host/v1/SweepExpiredResult.js';
import type {
  MintAccessTokenResult as _gatehouse_host_v1_MintAccessTokenResult,
  MintAccessTokenResult__Output as _gatehouse_host_v1_MintAccessTokenResult__Output,
} from '../../../gatehouse/host/v1/MintAccessTokenResult.js';
import type {
  FindAccessTokenResult as _gatehouse_host_v1_FindAccessTokenResult,
  FindAccessTokenResult__Output as _gatehouse_host_v1_FindAccessTokenResult__Output,
} from '../../../gatehouse/host/v1/FindAccessTokenResult.js';
import type {
  RedeemCodeResult as _gatehouse_host_v1_RedeemCodeResult,
  RedeemCodeResult__Output as _gatehouse_host_v1_RedeemCodeResult__Output,
} from '../../../gatehouse/host/v1/RedeemCodeResult.js';
import type {
  RedeemRefreshTokenResult as _gatehouse_host_v1_RedeemRefreshTokenResult,
  RedeemRefreshTokenResult__Output as _gatehouse_host_v1_RedeemRefreshTokenResult__Output,
} from '../../../gatehouse/host/v1/RedeemRefreshTokenResult.js';

export interface OperationResult {
  findClient?: _gatehouse_host_v1_FindClientResult | null;
  createClient?: _gatehouse_host_v1_CreateClientResult | null;
  sweepUnconsentedClients?: _gatehouse_host_v1_SweepUnconsentedClientsResult | null;
  stampConsent?: _gatehouse_host_v1_StampConsentResult | null;
  createCode?: _gatehouse_host_v1_CreateCodeResult | null;
  findCode?: _gatehouse_host_v1_FindCodeResult | null;
  spendCode?: _gatehouse_host_v1_SpendCodeResult | null;
  createRefreshToken?: _gatehouse_host_v1_CreateRefreshTokenResult | null;
  findRefreshToken?: _gatehouse_host_v1_FindRefreshTokenResult | null;
  spendRefreshToken?: _gatehouse_host_v1_SpendRefreshTokenResult | null;
  revokeLineage?: _gatehouse_host_v1_RevokeLineageResult | null;
  sweepExpired?: _gatehouse_host_v1_SweepExpiredResult | null;
  mintAccessToken?: _gatehouse_host_v1_MintAccessTokenResult | null;
  findAccessToken?: _gatehouse_host_v1_FindAccessTokenResult | null;
  redeemCode?: _gatehouse_host_v1_RedeemCodeResult | null;
  redeemRefreshToken?: _gatehouse_host_v1_RedeemRefreshTokenResult | null;
  result?:
    | 'findClient'
    | 'createClient'
    | 'sweepUnconsentedClients'
    | 'stampConsent'
    | 'createCode'
    | 'findCode'
    | 'spendCode'
    | 'createRefreshToken'
    | 'findRefreshToken'
    | 'spendRefreshToken'
    | 'revokeLineage'
    | 'sweepExpired'
    | 'mintAccessToken'
    | 'findAccessToken'
    | 'redeemCode'
    | 'redeemRefreshToken';
}

export interface OperationResult__Output {
  findClient?: _gatehouse_host_v1_FindClientResult__Output | null;
  createClient?: _gatehouse_host_v1_CreateClientResult__Output | null;
  sweepUnconsentedClients?: _gatehouse_host_v1_SweepUnconsentedClientsResult__Output | null;
  stampConsent?: _gatehouse_host_v1_StampConsentResult__Output | null;
  createCode?: _gatehouse_host_v1_CreateCodeResult__Output | null;
  findCode?: _gatehouse_host_v1_FindCodeResult__Output | null;
  spendCode?: _gatehouse_host_v1_SpendCodeResult__Output | null;
  createRefreshToken?: _gatehouse_host_v1_CreateRefreshTokenResult__Output | null;
  findRefreshToken?: _gatehouse_host_v1_FindRefreshTokenResult__Output | null;
  spendRefreshToken?: _gatehouse_host_v1_SpendRefreshTokenResult__Output | null;
  revokeLineage?: _gatehouse_host_v1_RevokeLineageResult__Output | null;
  sweepExpired?: _gatehouse_host_v1_SweepExpiredResult__Output | null;
  mintAccessToken?: _gatehouse_host_v1_MintAccessTokenResult__Output | null;
  findAccessToken?: _gatehouse_host_v1_FindAccessTokenResult__Output | null;
  redeemCode?: _gatehouse_host_v1_RedeemCodeResult__Output | null;
  redeemRefreshToken?: _gatehouse_host_v1_RedeemRefreshTokenResult__Output | null;
  result?:
    | 'findClient'
    | 'createClient'
    | 'sweepUnconsentedClients'
    | 'stampConsent'
    | 'createCode'
    | 'findCode'
    | 'spendCode'
    | 'createRefreshToken'
    | 'findRefreshToken'
    | 'spendRefreshToken'
    | 'revokeLineage'
    | 'sweepExpired'
    | 'mintAccessToken'
    | 'findAccessToken'
    | 'redeemCode'
    | 'redeemRefreshToken';
}
