import type { FindAccessTokenResult } from '@gatehouse/proto/generated/gatehouse/host/v1/FindAccessTokenResult';
import type { SweepExpiredResult } from '@gatehouse/proto/generated/gatehouse/host/v1/SweepExpiredResult';
import { MAX_SWEPT } from '@gatehouse/proto/limits';
import type { MintRequest } from '../ports/backend.js';
import { bufferOf, moment } from '../wire/fields.js';
import {
  fromProtoClient,
  fromProtoCode,
  fromProtoRefreshToken,
  toProtoClient,
  toProtoCode,
  toProtoRefreshToken,
} from '../wire/oauth-records.js';
import { mint } from './mint.js';
import type { OperationKind, OperationType } from './operation.js';
import { redeemCode, redeemRefreshToken } from './redeem.js';

const findClient: OperationType<'findClient'> = {
  readOnly: true,
  aborts: [],
  parse(sent) {
    const { clientId } = sent;
    return async ({ clients }) => {
      const client = await clients.find(clientId);
      return client ? { client: toProtoClient(client) } : {};
    };
  },
};

const createClient: OperationType<'createClient'> = {
  readOnly: false,
  aborts: ['client_cap_reached', 'client_already_exists'],
  parse(sent, index) {
    const client = fromProtoClient(sent.client, `operations[${index}].create_client.client`);
    const { cap, evictOldestUnconsented, replaceExisting } = sent;
    return async ({ clients }) => {
      const { clientCount } = await clients.create(client, { cap, evictOldestUnconsented, replaceExisting });
      return { clientCount };
    };
  },
};

const sweepUnconsentedClients: OperationType<'sweepUnconsentedClients'> = {
  readOnly: false,
  aborts: [],
  parse(sent) {
    const registeredBefore = moment(sent.registeredBefore);
    return async ({ clients }) => ({ removed: await clients.sweepUnconsented(registeredBefore) });
  },
};

const stampConsent: OperationType<'stampConsent'> = {
  readOnly: false,
  aborts: ['client_not_found'],
  parse(sent) {
    const { clientId } = sent;
    const at = moment(sent.at);
    return async ({ clients }) => {
      await clients.stampConsent(clientId, at);
      return {};
    };
  },
};

const createCode: OperationType<'createCode'> = {
  readOnly: false,
  aborts: [],
  parse(sent) {
    const code = fromProtoCode(sent.code);
    return async ({ codes }) => {
      await codes.create(code);
      return {};
    };
  },
};

const findCode: OperationType<'findCode'> = {
  readOnly: true,
  aborts: [],
  parse(sent) {
    const codeHash = bufferOf(sent.codeHash);
    return async ({ codes }) => {
      const code = await codes.find(codeHash);
      return code ? { code: toProtoCode(code) } : {};
    };
  },
};

const spendCode: OperationType<'spendCode'> = {
  readOnly: false,
  aborts: ['code_not_found', 'code_already_spent'],
  parse(sent) {
    const codeHash = bufferOf(sent.codeHash);
    const { lineageId } = sent;
    const at = moment(sent.at);
    return async ({ codes }) => {
      await codes.spend(codeHash, lineageId, at);
      return {};
    };
  },
};

const createRefreshToken: OperationType<'createRefreshToken'> = {
  readOnly: false,
  aborts: ['lineage_revoked'],
  parse(sent) {
    const token = fromProtoRefreshToken(sent.refreshToken);
    return async ({ refreshTokens }) => {
      await refreshTokens.create(token);
      return {};
    };
  },
};

const findRefreshToken: OperationType<'findRefreshToken'> = {
  readOnly: true,
  aborts: [],
  parse(sent) {
    const tokenHash = bufferOf(sent.tokenHash);
    return async ({ refreshTokens }) => {
      const token = await refreshTokens.find(tokenHash);
      return token ? { refreshToken: toProtoRefreshToken(token) } : {};
    };
  },
};

const spendRefreshToken: OperationType<'spendRefreshToken'> = {
  readOnly: false,
  aborts: ['refresh_token_not_found', 'refresh_token_already_spent', 'lineage_revoked'],
  parse(sent) {
    const tokenHash = bufferOf(sent.tokenHash);
    const at = moment(sent.at);
    return async ({ refreshTokens }) => {
      await refreshTokens.spend(tokenHash, at);
      return {};
    };
  },
};

const revokeLineage: OperationType<'revokeLineage'> = {
  readOnly: false,
  aborts: [],
  parse(sent) {
    const { lineageId } = sent;
    const at = moment(sent.at);
    return async ({ refreshTokens, accessTokens }) => {
      const newlyRevoked = await refreshTokens.revokeLineage(lineageId, at);
      await accessTokens.revokeLineage(lineageId, at);
      return { newlyRevoked };
    };
  },
};

const mintAccessToken: OperationType<'mintAccessToken'> = {
  readOnly: false,
  aborts: ['mint_refused', 'lineage_revoked'],
  parse(sent) {
    const request: MintRequest = {
      userId: sent.userId,
      clientId: sent.clientId,
      scopes: sent.scopes,
      resource: sent.resource,
      lineageId: sent.lineageId,
      expiresAt: moment(sent.expiresAt),
      grantContext: bufferOf(sent.grantContext),
      at: moment(sent.at),
    };
    return ({ accessTokens }) => mint(accessTokens, request);
  },
};

const findAccessToken: OperationType<'findAccessToken'> = {
  readOnly: true,
  aborts: [],
  parse(sent) {
    const token = sent.accessToken;
    return async ({ accessTokens }): Promise<FindAccessTokenResult> => {
      const info = await accessTokens.find(token);
      if (info === undefined) return {};
      const { lineageId, clientId, userId } = info;
      return { accessToken: { lineageId, clientId, userId } };
    };
  },
};

const sweepExpired: OperationType<'sweepExpired'> = {
  readOnly: false,
  aborts: [],
  parse(sent) {
    const before = moment(sent.before);
    return async ({ codes, refreshTokens, accessTokens }): Promise<SweepExpiredResult> => {
      const codesRemoved = await codes.sweepExpired(before, MAX_SWEPT);
      const left = MAX_SWEPT - codesRemoved;
      const refreshTokensRemoved = left > 0 ? await refreshTokens.sweepExpired(before, left) : 0;
      await accessTokens.sweepExpired?.(before, MAX_SWEPT);
      return { codesRemoved, refreshTokensRemoved };
    };
  },
};

/** Every operation of the contract. A missing kind is a compile error. */
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
  redeemCode,
  redeemRefreshToken,
};
