import type { OperationKind } from '../../wire/messages.js';
import { findAccessToken, mintAccessToken } from './access-tokens.js';
import { createClient, findClient, stampConsent, sweepUnconsentedClients } from './clients.js';
import { createCode, findCode, spendCode } from './codes.js';
import type { OperationType } from './operation-type.js';
import { createRefreshToken, findRefreshToken, revokeLineage, spendRefreshToken } from './refresh-tokens.js';
import { sweepExpired } from './sweep-expired.js';

/** Every operation of the contract. A kind that is missing here does not compile. */
export const OPERATIONS: { readonly [Kind in OperationKind]: OperationType<Kind> } = {
  findClient,
  createClient,
  sweepUnconsentedClients,
  stampConsent,
  createCode,
  findCode,
  spendCode,
  createRefreshToken,
  findRefreshToken,
  spendRefreshToken,
  revokeLineage,
  sweepExpired,
  mintAccessToken,
  findAccessToken,
};
