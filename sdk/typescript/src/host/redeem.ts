import { fromAuthMethod } from '@gatehouse/proto/auth-method';
import type { ClientCredentials__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ClientCredentials';
import { timingSafeEqual } from 'node:crypto';
import type { Client, Code, RefreshToken, TokenEndpointAuthMethod } from '../ports/backend.js';
import { together } from '../shared/together.js';
import { bufferOf, InvalidField, moment, optionalMoment, present } from '../wire/fields.js';
import { toProtoClient, toProtoCode, toProtoRefreshToken } from '../wire/oauth-records.js';
import { mint } from './mint.js';
import type { OperationType } from './operation.js';

/**
 * The two operations that redeem a code or a refresh token in one step: find the records, compare them with what Gatehouse
 * expects, and only then spend, mint and create. Composed of the store ports, so that every backend has them.
 *
 * The rows of backend.proto's tables are in `authenticates`, `isAsExpected` and `isUsable`.
 */

export const redeemCode: OperationType<'redeemCode'> = {
  readOnly: false,
  aborts: ['code_not_found', 'code_already_spent', 'mint_refused', 'lineage_revoked'],
  parse(sent, index) {
    const credentials = parseCredentials(sent.credentials, `operations[${index}].redeem_code.credentials`);
    const codeHash = bufferOf(sent.codeHash);
    const { lineageId } = sent;
    const at = moment(sent.at);
    const accessTokenExpiresAt = moment(sent.accessTokenExpiresAt);
    const refreshTokenHash = bufferOf(sent.refreshTokenHash);
    const refreshTokenExpiresAt = moment(sent.refreshTokenExpiresAt);
    const expected = { codeChallenge: Buffer.from(sent.codeChallenge), redirectUri: sent.redirectUri, at };

    return async ({ clients, codes, refreshTokens, accessTokens, takesCallsAtOnce: atOnce = false }) => {
      const [client, code] = await together(
        atOnce,
        () => clients.find(credentials.clientId),
        () => codes.find(codeHash),
      );
      const found = { client: client ? toProtoClient(client) : null, code: code ? toProtoCode(code) : null };
      if (!client || !authenticates(client, credentials, 'authorization_code')) return found;
      if (!code || code.clientId !== client.clientId || !isAsExpected(code, expected)) return found;
      const { clientId, userId, scopes, resource, grantContext } = code;
      const grant = { clientId, userId, scopes, resource, grantContext, lineageId };
      const first = {
        tokenHash: refreshTokenHash,
        issuedAt: at,
        expiresAt: refreshTokenExpiresAt,
        lineageStartedAt: at,
        lineageRevoked: false,
        ...grant,
      };
      const [, minted] = await together(
        atOnce,
        () => codes.spend(codeHash, lineageId, at),
        () => mint(accessTokens, { expiresAt: accessTokenExpiresAt, at, ...grant }),
        () => refreshTokens.create(first),
      );
      return { minted, ...found };
    };
  },
};

export const redeemRefreshToken: OperationType<'redeemRefreshToken'> = {
  readOnly: false,
  aborts: ['refresh_token_not_found', 'refresh_token_already_spent', 'mint_refused', 'lineage_revoked'],
  parse(sent, index) {
    const credentials = parseCredentials(sent.credentials, `operations[${index}].redeem_refresh_token.credentials`);
    const tokenHash = bufferOf(sent.tokenHash);
    const at = moment(sent.at);
    const accessTokenExpiresAt = moment(sent.accessTokenExpiresAt);
    const successorHash = bufferOf(sent.successorHash);
    const successorExpiresAt = moment(sent.successorExpiresAt);
    const expected = {
      scopes: sent.scopes,
      startedAfter: optionalMoment(sent.lineageStartedAfter),
      at,
    };

    return async ({ clients, refreshTokens, accessTokens, takesCallsAtOnce: atOnce = false }) => {
      const [client, token] = await together(
        atOnce,
        () => clients.find(credentials.clientId),
        () => refreshTokens.find(tokenHash),
      );
      const found = {
        client: client ? toProtoClient(client) : null,
        refreshToken: token ? toProtoRefreshToken(token) : null,
      };
      if (!client || !authenticates(client, credentials, 'refresh_token')) return found;
      if (!token || token.clientId !== client.clientId || !isUsable(token, expected)) return found;
      const { clientId, userId, resource, grantContext, lineageId, lineageStartedAt } = token;
      const grant = { clientId, userId, resource, grantContext, lineageId };
      // In the order of the grant, so that equal grants look the same everywhere.
      const scopes = token.scopes.filter((scope) => expected.scopes.length === 0 || expected.scopes.includes(scope));
      const successor = {
        scopes: token.scopes,
        tokenHash: successorHash,
        issuedAt: at,
        expiresAt: successorExpiresAt,
        lineageStartedAt,
        lineageRevoked: false,
        ...grant,
      };
      const [, minted] = await together(
        atOnce,
        () => refreshTokens.spend(tokenHash, at),
        () => mint(accessTokens, { scopes, expiresAt: accessTokenExpiresAt, at, ...grant }),
        () => refreshTokens.create(successor),
      );
      return { minted, ...found };
    };
  },
};

interface Credentials {
  readonly clientId: string;
  readonly method: TokenEndpointAuthMethod;
  /** Absent for a public client. */
  readonly secretHash?: Buffer;
}

function parseCredentials(sent: ClientCredentials__Output | null, field: string): Credentials {
  const { clientId, tokenEndpointAuthMethod, secretHash } = present(sent);
  const method = present(fromAuthMethod(tokenEndpointAuthMethod));
  const isPublic = method === 'none';
  if ((secretHash.length === 0) === isPublic) {
    return { clientId, method, ...(!isPublic && { secretHash: bufferOf(secretHash) }) };
  }
  throw new InvalidField(
    `${field}.secret_hash`,
    isPublic ? 'must be empty for a public client' : 'must not be empty for a confidential client',
  );
}

function authenticates(client: Client, { method, secretHash }: Credentials, grantType: string): boolean {
  return (
    client.revokedAt === undefined &&
    client.tokenEndpointAuthMethod === method &&
    areEqual(client.secretHash, secretHash) &&
    client.grantTypes.includes(grantType)
  );
}

function isAsExpected(
  code: Code,
  {
    codeChallenge,
    redirectUri,
    at,
  }: { readonly codeChallenge: Buffer; readonly redirectUri: string; readonly at: Date },
): boolean {
  return (
    (redirectUri === '' || code.redirectUri === redirectUri) &&
    areEqual(Buffer.from(code.codeChallenge), codeChallenge) &&
    code.spent === undefined &&
    at < code.expiresAt
  );
}

function isUsable(
  token: RefreshToken,
  {
    scopes,
    startedAfter,
    at,
  }: { readonly scopes: readonly string[]; readonly startedAfter: Date | undefined; readonly at: Date },
): boolean {
  return (
    !token.lineageRevoked &&
    token.spentAt === undefined &&
    at < token.expiresAt &&
    (startedAfter === undefined || startedAfter < token.lineageStartedAt) &&
    scopes.every((scope) => token.scopes.includes(scope))
  );
}

/** Secrets, in constant time. Two absent ones are equal. */
function areEqual(a: Buffer | undefined, b: Buffer | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && timingSafeEqual(a, b);
}
