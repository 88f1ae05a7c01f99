import { toAuthMethod } from '@gatehouse/proto/auth-method';
import type { ClientCredentials } from '@gatehouse/proto/generated/gatehouse/host/v1/ClientCredentials';
import type { RedeemCode as ProtoRedeemCode } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemCode';
import type { RedeemCodeResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemCodeResult';
import type { RedeemRefreshToken as ProtoRedeemRefreshToken } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemRefreshToken';
import type { RedeemRefreshTokenResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemRefreshTokenResult';
import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Code, RefreshToken } from '../oauth/model/tokens.js';
import type {
  HashedCredentials,
  MintedToken,
  Operation,
  Redeem,
  RedeemCode,
  Redeemed,
  RedeemRefreshToken,
} from '../oauth/ports/backend.js';
import { fromClient, fromCode, fromMint, fromRefreshToken } from './from-proto/oauth-records.js';

/** RedeemCode and RedeemRefreshToken, to the host and back, for the table in operations.ts. */

export const redeemCode = {
  toProto: (redeem: RedeemCode): ProtoRedeemCode => ({
    credentials: toCredentials(redeem.credentials),
    codeHash: redeem.codeHash,
    redirectUri: redeem.redirectUri ?? '',
    codeChallenge: redeem.codeChallenge,
    lineageId: redeem.lineageId,
    at: toTimestamp(redeem.at),
    accessTokenExpiresAt: toTimestamp(redeem.accessTokenExpiresAt),
    refreshTokenHash: redeem.refreshTokenHash,
    refreshTokenExpiresAt: toTimestamp(redeem.refreshTokenExpiresAt),
  }),
  fromProto: (result: RedeemCodeResult__Output, redeem: RedeemCode, rpc: string): Redeemed<Code> => ({
    client: foundClient(rpc, 'redeem_code', result, redeem),
    token: result.code === null ? undefined : fromCode(rpc, 'redeem_code.code', result.code, redeem.codeHash),
    minted: minted(rpc, 'redeem_code', result, redeem),
    lineageId: redeem.lineageId,
  }),
};

export const redeemRefreshToken = {
  toProto: (redeem: RedeemRefreshToken): ProtoRedeemRefreshToken => ({
    credentials: toCredentials(redeem.credentials),
    tokenHash: redeem.tokenHash,
    scopes: [...redeem.scopes],
    lineageStartedAfter: redeem.lineageStartedAfter === undefined ? null : toTimestamp(redeem.lineageStartedAfter),
    at: toTimestamp(redeem.at),
    accessTokenExpiresAt: toTimestamp(redeem.accessTokenExpiresAt),
    successorHash: redeem.successorHash,
    successorExpiresAt: toTimestamp(redeem.successorExpiresAt),
  }),
  fromProto: (
    result: RedeemRefreshTokenResult__Output,
    redeem: RedeemRefreshToken,
    rpc: string,
  ): Redeemed<RefreshToken> => ({
    client: foundClient(rpc, 'redeem_refresh_token', result, redeem),
    token:
      result.refreshToken === null
        ? undefined
        : fromRefreshToken(rpc, 'redeem_refresh_token.refresh_token', result.refreshToken, redeem.tokenHash),
    minted: minted(rpc, 'redeem_refresh_token', result, redeem),
    lineageId: result.refreshToken?.lineageId,
  }),
};

function toCredentials({ clientId, authMethod, secretHash }: HashedCredentials): ClientCredentials {
  return {
    clientId,
    tokenEndpointAuthMethod: toAuthMethod(authMethod),
    ...(secretHash !== undefined && { secretHash }),
  };
}

type Result = RedeemCodeResult__Output | RedeemRefreshTokenResult__Output;

function foundClient(
  rpc: string,
  place: string,
  { client }: Result,
  { credentials }: Redeem,
): Redeemed<Code>['client'] {
  return client === null ? undefined : fromClient(rpc, `${place}.client`, client, credentials.clientId);
}

function minted(rpc: string, place: string, result: Result, redeem: Redeem): MintedToken | undefined {
  if (result.minted === null) return undefined;
  const asked = { at: redeem.at, expiresAt: redeem.accessTokenExpiresAt };
  return fromMint(rpc, `${place}.minted`, result.minted, asked);
}

/**
 * The lineage of the tokens that an answer says were issued, valid or not. Undefined if it issued none. The lineage of a
 * refresh token counts only in the record that was asked for.
 */
export function issuedLineage(
  operations: readonly Operation[],
  { committed }: TransactResponse__Output,
): { readonly lineageId: string | undefined } | undefined {
  if (!committed) return undefined;
  for (const operation of operations) {
    if (operation.kind === 'mintAccessToken') return { lineageId: operation.lineageId };
    if (operation.kind === 'redeemCode' && committed.results.some((result) => result.redeemCode?.minted)) {
      return { lineageId: operation.lineageId };
    }
    if (operation.kind === 'redeemRefreshToken') {
      const issued = committed.results.find((result) => result.redeemRefreshToken?.minted)?.redeemRefreshToken;
      if (issued) return { lineageId: lineageOf(issued, operation) };
    }
  }
  return undefined;
}

function lineageOf({ refreshToken }: RedeemRefreshTokenResult__Output, { tokenHash }: RedeemRefreshToken) {
  const isAsked = refreshToken?.tokenHash.equals(tokenHash) === true;
  return isAsked && refreshToken.lineageId !== '' ? refreshToken.lineageId : undefined;
}
