import type { MintedToken, MintRequest } from '../../ports/access-token-issuer.js';
import { grantContext, identifier, moment, text, tokens } from '../../wire/fields.js';
import { toWireTime } from '../../wire/time.js';
import type { OperationType } from './operation-type.js';

const MAX_ACCESS_TOKEN = 8192;
/** RFC 6750 §2.1: what a client can send as a bearer token. */
const BEARER_TOKEN = /^[\w.~+/-]+=*$/;

export const mintAccessToken: OperationType<'mintAccessToken'> = {
  readOnly: false,
  aborts: ['mint_refused', 'lineage_revoked'],
  parse(wire, field) {
    const request: MintRequest = {
      userId: identifier(wire.userId, `${field}.user_id`),
      clientId: identifier(wire.clientId, `${field}.client_id`),
      scopes: tokens(wire.scopes, `${field}.scopes`),
      resource: text(wire.resource, `${field}.resource`),
      lineageId: identifier(wire.lineageId, `${field}.lineage_id`),
      expiresAt: moment(wire.expiresAt, `${field}.expires_at`),
      grantContext: grantContext(wire.grantContext, `${field}.grant_context`),
      at: moment(wire.at, `${field}.at`),
    };
    return async ({ accessTokens }) => {
      const minted = await accessTokens.mint(request);
      checkMinted(minted, request);
      const { accessToken, expiresAt } = minted;
      return { accessToken, ...(expiresAt && { expiresAt: toWireTime(expiresAt) }) };
    };
  },
};

export const findAccessToken: OperationType<'findAccessToken'> = {
  readOnly: true,
  aborts: [],
  parse(wire, field) {
    const token = identifier(wire.accessToken, `${field}.access_token`, MAX_ACCESS_TOKEN);
    return async ({ accessTokens }) => {
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
    throw new Error('AccessTokenIssuer.mint returned an expiresAt later than the one asked for');
  }
}
