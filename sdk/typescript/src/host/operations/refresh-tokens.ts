import { hash, identifier, moment } from '../../wire/fields.js';
import { fromWireRefreshToken, toWireRefreshToken } from '../../wire/refresh-token.js';
import type { OperationType } from './operation-type.js';

export const createRefreshToken: OperationType<'createRefreshToken'> = {
  readOnly: false,
  aborts: ['lineage_revoked'],
  parse(wire, field) {
    const token = fromWireRefreshToken(wire.refreshToken, `${field}.refresh_token`);
    return async ({ refreshTokens }) => {
      await refreshTokens.create(token);
      return {};
    };
  },
};

export const findRefreshToken: OperationType<'findRefreshToken'> = {
  readOnly: true,
  aborts: [],
  parse(wire, field) {
    const tokenHash = hash(wire.tokenHash, `${field}.token_hash`);
    return async ({ refreshTokens }) => {
      const token = await refreshTokens.find(tokenHash);
      return token ? { refreshToken: toWireRefreshToken(token) } : {};
    };
  },
};

export const spendRefreshToken: OperationType<'spendRefreshToken'> = {
  readOnly: false,
  aborts: ['refresh_token_not_found', 'refresh_token_already_spent', 'lineage_revoked'],
  parse(wire, field) {
    const tokenHash = hash(wire.tokenHash, `${field}.token_hash`);
    const at = moment(wire.at, `${field}.at`);
    return async ({ refreshTokens }) => {
      await refreshTokens.spend(tokenHash, at);
      return {};
    };
  },
};

export const revokeLineage: OperationType<'revokeLineage'> = {
  readOnly: false,
  aborts: [],
  parse(wire, field) {
    const lineageId = identifier(wire.lineageId, `${field}.lineage_id`);
    const at = moment(wire.at, `${field}.at`);
    return async ({ refreshTokens, accessTokens }) => {
      const newlyRevoked = await refreshTokens.revokeLineage(lineageId, at);
      await accessTokens.revokeLineage(lineageId, at);
      return { newlyRevoked };
    };
  },
};
