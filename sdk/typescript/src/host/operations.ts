import type { FindAccessTokenResult } from '@gatehouse/proto/generated/gatehouse/host/v1/FindAccessTokenResult';
import type { MintAccessTokenResult } from '@gatehouse/proto/generated/gatehouse/host/v1/MintAccessTokenResult';
import type { Operation__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { OperationResult } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { SweepExpiredResult } from '@gatehouse/proto/generated/gatehouse/host/v1/SweepExpiredResult';
import { MAX_ACCESS_TOKEN, MAX_SWEPT } from '@gatehouse/proto/limits';
import { toTimestamp } from '@gatehouse/proto/time';
import type { MintedToken, MintRequest, TransactionBundle } from '../ports/backend.js';
import type { AbortReason } from '../ports/errors.js';
import { grantContext, hash, identifier, moment, text, tokens } from '../wire/fields.js';
import {
  fromProtoClient,
  fromProtoCode,
  fromProtoRefreshToken,
  toProtoClient,
  toProtoCode,
  toProtoRefreshToken,
} from '../wire/oauth-records.js';

/** Name of an operation's member in the oneof of the contract. */
export type OperationKind = NonNullable<Operation__Output['operation']>;

/** One kind of operation: how a port method answers it. Everything about a kind stands in one such value. */
export interface OperationType<Kind extends OperationKind> {
  /** Whether it only reads. A transaction of such operations needs no lock for writing. */
  readonly readOnly: boolean;
  /** The reasons that the contract gives it for aborting. */
  readonly aborts: readonly AbortReason[];
  /** Checks the whole operation before anything runs; `field` is its path, for InvalidField. */
  parse(
    sent: NonNullable<Operation__Output[Kind]>,
    field: string,
  ): (bundle: TransactionBundle) => Promise<NonNullable<OperationResult[Kind]>>;
}

const findClient: OperationType<'findClient'> = {
  readOnly: true,
  aborts: [],
  parse(sent, field) {
    const clientId = identifier(sent.clientId, `${field}.client_id`);
    return async ({ clients }) => {
      const client = await clients.find(clientId);
      return client ? { client: toProtoClient(client) } : {};
    };
  },
};

const createClient: OperationType<'createClient'> = {
  readOnly: false,
  aborts: ['client_cap_reached', 'client_already_exists'],
  parse(sent, field) {
    const client = fromProtoClient(sent.client, `${field}.client`);
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
  parse(sent, field) {
    const registeredBefore = moment(sent.registeredBefore, `${field}.registered_before`);
    return async ({ clients }) => ({ removed: await clients.sweepUnconsented(registeredBefore) });
  },
};

const stampConsent: OperationType<'stampConsent'> = {
  readOnly: false,
  aborts: ['client_not_found'],
  parse(sent, field) {
    const clientId = identifier(sent.clientId, `${field}.client_id`);
    const at = moment(sent.at, `${field}.at`);
    return async ({ clients }) => {
      await clients.stampConsent(clientId, at);
      return {};
    };
  },
};

const createCode: OperationType<'createCode'> = {
  readOnly: false,
  aborts: [],
  parse(sent, field) {
    const code = fromProtoCode(sent.code, `${field}.code`);
    return async ({ codes }) => {
      await codes.create(code);
      return {};
    };
  },
};

const findCode: OperationType<'findCode'> = {
  readOnly: true,
  aborts: [],
  parse(sent, field) {
    const codeHash = hash(sent.codeHash, `${field}.code_hash`);
    return async ({ codes }) => {
      const code = await codes.find(codeHash);
      return code ? { code: toProtoCode(code) } : {};
    };
  },
};

const spendCode: OperationType<'spendCode'> = {
  readOnly: false,
  aborts: ['code_not_found', 'code_already_spent'],
  parse(sent, field) {
    const codeHash = hash(sent.codeHash, `${field}.code_hash`);
    const lineageId = identifier(sent.lineageId, `${field}.lineage_id`);
    const at = moment(sent.at, `${field}.at`);
    return async ({ codes }) => {
      await codes.spend(codeHash, lineageId, at);
      return {};
    };
  },
};

const createRefreshToken: OperationType<'createRefreshToken'> = {
  readOnly: false,
  aborts: ['lineage_revoked'],
  parse(sent, field) {
    const token = fromProtoRefreshToken(sent.refreshToken, `${field}.refresh_token`);
    return async ({ refreshTokens }) => {
      await refreshTokens.create(token);
      return {};
    };
  },
};

const findRefreshToken: OperationType<'findRefreshToken'> = {
  readOnly: true,
  aborts: [],
  parse(sent, field) {
    const tokenHash = hash(sent.tokenHash, `${field}.token_hash`);
    return async ({ refreshTokens }) => {
      const token = await refreshTokens.find(tokenHash);
      return token ? { refreshToken: toProtoRefreshToken(token) } : {};
    };
  },
};

const spendRefreshToken: OperationType<'spendRefreshToken'> = {
  readOnly: false,
  aborts: ['refresh_token_not_found', 'refresh_token_already_spent', 'lineage_revoked'],
  parse(sent, field) {
    const tokenHash = hash(sent.tokenHash, `${field}.token_hash`);
    const at = moment(sent.at, `${field}.at`);
    return async ({ refreshTokens }) => {
      await refreshTokens.spend(tokenHash, at);
      return {};
    };
  },
};

const revokeLineage: OperationType<'revokeLineage'> = {
  readOnly: false,
  aborts: [],
  parse(sent, field) {
    const lineageId = identifier(sent.lineageId, `${field}.lineage_id`);
    const at = moment(sent.at, `${field}.at`);
    return async ({ refreshTokens, accessTokens }) => {
      const newlyRevoked = await refreshTokens.revokeLineage(lineageId, at);
      await accessTokens.revokeLineage(lineageId, at);
      return { newlyRevoked };
    };
  },
};

/** RFC 6750 §2.1: what a client can send as a bearer token. */
const BEARER_TOKEN = /^[\w.~+/-]+=*$/;

const mintAccessToken: OperationType<'mintAccessToken'> = {
  readOnly: false,
  aborts: ['mint_refused', 'lineage_revoked'],
  parse(sent, field) {
    const request: MintRequest = {
      userId: identifier(sent.userId, `${field}.user_id`),
      clientId: identifier(sent.clientId, `${field}.client_id`),
      scopes: tokens(sent.scopes, `${field}.scopes`),
      resource: text(sent.resource, `${field}.resource`),
      lineageId: identifier(sent.lineageId, `${field}.lineage_id`),
      expiresAt: moment(sent.expiresAt, `${field}.expires_at`),
      grantContext: grantContext(sent.grantContext, `${field}.grant_context`),
      at: moment(sent.at, `${field}.at`),
    };
    return async ({ accessTokens }): Promise<MintAccessTokenResult> => {
      const minted = await accessTokens.mint(request);
      checkMinted(minted, request);
      const { accessToken, expiresAt } = minted;
      return { accessToken, expiresAt: expiresAt ? toTimestamp(expiresAt.getTime()) : null };
    };
  },
};

const findAccessToken: OperationType<'findAccessToken'> = {
  readOnly: true,
  aborts: [],
  parse(sent, field) {
    const token = identifier(sent.accessToken, `${field}.access_token`, MAX_ACCESS_TOKEN);
    return async ({ accessTokens }): Promise<FindAccessTokenResult> => {
      const info = await accessTokens.find(token);
      if (info === undefined) return {};
      const { lineageId, clientId, userId } = info;
      return { accessToken: { lineageId, clientId, userId } };
    };
  },
};

/** Gatehouse would refuse such a token as well; here the author's own log says what is wrong with it. */
function checkMinted({ accessToken, expiresAt }: MintedToken, request: MintRequest): void {
  if (accessToken.length > MAX_ACCESS_TOKEN || !BEARER_TOKEN.test(accessToken)) {
    throw new Error('AccessTokenIssuer.mint returned a token that is not 1 to 8192 characters of RFC 6750 §2.1');
  }
  if (expiresAt !== undefined && !(expiresAt <= request.expiresAt)) {
    throw new Error('AccessTokenIssuer.mint returned an expiresAt later than the requested one');
  }
}

const sweepExpired: OperationType<'sweepExpired'> = {
  readOnly: false,
  aborts: [],
  parse(sent, field) {
    const before = moment(sent.before, `${field}.before`);
    return async ({ codes, refreshTokens, accessTokens }): Promise<SweepExpiredResult> => {
      const codesRemoved = await codes.sweepExpired(before, MAX_SWEPT);
      const left = MAX_SWEPT - codesRemoved;
      const refreshTokensRemoved = left > 0 ? await refreshTokens.sweepExpired(before, left) : 0;
      await accessTokens.sweepExpired?.(before, MAX_SWEPT);
      return { codesRemoved, refreshTokensRemoved };
    };
  },
};

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
