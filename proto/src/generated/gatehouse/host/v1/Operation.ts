// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  FindClient as _gatehouse_host_v1_FindClient,
  FindClient__Output as _gatehouse_host_v1_FindClient__Output,
} from '../../../gatehouse/host/v1/FindClient.js';
import type {
  CreateClient as _gatehouse_host_v1_CreateClient,
  CreateClient__Output as _gatehouse_host_v1_CreateClient__Output,
} from '../../../gatehouse/host/v1/CreateClient.js';
import type {
  SweepUnconsentedClients as _gatehouse_host_v1_SweepUnconsentedClients,
  SweepUnconsentedClients__Output as _gatehouse_host_v1_SweepUnconsentedClients__Output,
} from '../../../gatehouse/host/v1/SweepUnconsentedClients.js';
import type {
  StampConsent as _gatehouse_host_v1_StampConsent,
  StampConsent__Output as _gatehouse_host_v1_StampConsent__Output,
} from '../../../gatehouse/host/v1/StampConsent.js';
import type {
  CreateCode as _gatehouse_host_v1_CreateCode,
  CreateCode__Output as _gatehouse_host_v1_CreateCode__Output,
} from '../../../gatehouse/host/v1/CreateCode.js';
import type {
  FindCode as _gatehouse_host_v1_FindCode,
  FindCode__Output as _gatehouse_host_v1_FindCode__Output,
} from '../../../gatehouse/host/v1/FindCode.js';
import type {
  SpendCode as _gatehouse_host_v1_SpendCode,
  SpendCode__Output as _gatehouse_host_v1_SpendCode__Output,
} from '../../../gatehouse/host/v1/SpendCode.js';
import type {
  CreateRefreshToken as _gatehouse_host_v1_CreateRefreshToken,
  CreateRefreshToken__Output as _gatehouse_host_v1_CreateRefreshToken__Output,
} from '../../../gatehouse/host/v1/CreateRefreshToken.js';
import type {
  FindRefreshToken as _gatehouse_host_v1_FindRefreshToken,
  FindRefreshToken__Output as _gatehouse_host_v1_FindRefreshToken__Output,
} from '../../../gatehouse/host/v1/FindRefreshToken.js';
import type {
  SpendRefreshToken as _gatehouse_host_v1_SpendRefreshToken,
  SpendRefreshToken__Output as _gatehouse_host_v1_SpendRefreshToken__Output,
} from '../../../gatehouse/host/v1/SpendRefreshToken.js';
import type {
  RevokeLineage as _gatehouse_host_v1_RevokeLineage,
  RevokeLineage__Output as _gatehouse_host_v1_RevokeLineage__Output,
} from '../../../gatehouse/host/v1/RevokeLineage.js';
import type {
  SweepExpired as _gatehouse_host_v1_SweepExpired,
  SweepExpired__Output as _gatehouse_host_v1_SweepExpired__Output,
} from '../../../gatehouse/host/v1/SweepExpired.js';
import type {
  MintAccessToken as _gatehouse_host_v1_MintAccessToken,
  MintAccessToken__Output as _gatehouse_host_v1_MintAccessToken__Output,
} from '../../../gatehouse/host/v1/MintAccessToken.js';
import type {
  FindAccessToken as _gatehouse_host_v1_FindAccessToken,
  FindAccessToken__Output as _gatehouse_host_v1_FindAccessToken__Output,
} from '../../../gatehouse/host/v1/FindAccessToken.js';
import type {
  RedeemCode as _gatehouse_host_v1_RedeemCode,
  RedeemCode__Output as _gatehouse_host_v1_RedeemCode__Output,
} from '../../../gatehouse/host/v1/RedeemCode.js';
import type {
  RedeemRefreshToken as _gatehouse_host_v1_RedeemRefreshToken,
  RedeemRefreshToken__Output as _gatehouse_host_v1_RedeemRefreshToken__Output,
} from '../../../gatehouse/host/v1/RedeemRefreshToken.js';

export interface Operation {
  findClient?: _gatehouse_host_v1_FindClient | null;
  createClient?: _gatehouse_host_v1_CreateClient | null;
  sweepUnconsentedClients?: _gatehouse_host_v1_SweepUnconsentedClients | null;
  stampConsent?: _gatehouse_host_v1_StampConsent | null;
  createCode?: _gatehouse_host_v1_CreateCode | null;
  findCode?: _gatehouse_host_v1_FindCode | null;
  spendCode?: _gatehouse_host_v1_SpendCode | null;
  createRefreshToken?: _gatehouse_host_v1_CreateRefreshToken | null;
  findRefreshToken?: _gatehouse_host_v1_FindRefreshToken | null;
  spendRefreshToken?: _gatehouse_host_v1_SpendRefreshToken | null;
  revokeLineage?: _gatehouse_host_v1_RevokeLineage | null;
  sweepExpired?: _gatehouse_host_v1_SweepExpired | null;
  mintAccessToken?: _gatehouse_host_v1_MintAccessToken | null;
  findAccessToken?: _gatehouse_host_v1_FindAccessToken | null;
  redeemCode?: _gatehouse_host_v1_RedeemCode | null;
  redeemRefreshToken?: _gatehouse_host_v1_RedeemRefreshToken | null;
  operation?:
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

export interface Operation__Output {
  findClient?: _gatehouse_host_v1_FindClient__Output | null;
  createClient?: _gatehouse_host_v1_CreateClient__Output | null;
  sweepUnconsentedClients?: _gatehouse_host_v1_SweepUnconsentedClients__Output | null;
  stampConsent?: _gatehouse_host_v1_StampConsent__Output | null;
  createCode?: _gatehouse_host_v1_CreateCode__Output | null;
  findCode?: _gatehouse_host_v1_FindCode__Output | null;
  spendCode?: _gatehouse_host_v1_SpendCode__Output | null;
  createRefreshToken?: _gatehouse_host_v1_CreateRefreshToken__Output | null;
  findRefreshToken?: _gatehouse_host_v1_FindRefreshToken__Output | null;
  spendRefreshToken?: _gatehouse_host_v1_SpendRefreshToken__Output | null;
  revokeLineage?: _gatehouse_host_v1_RevokeLineage__Output | null;
  sweepExpired?: _gatehouse_host_v1_SweepExpired__Output | null;
  mintAccessToken?: _gatehouse_host_v1_MintAccessToken__Output | null;
  findAccessToken?: _gatehouse_host_v1_FindAccessToken__Output | null;
  redeemCode?: _gatehouse_host_v1_RedeemCode__Output | null;
  redeemRefreshToken?: _gatehouse_host_v1_RedeemRefreshToken__Output | null;
  operation?:
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
