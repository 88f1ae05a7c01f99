import type { FindAccessTokenResult__Output } from '../../contract/generated/gatehouse/host/v1/FindAccessTokenResult.js';
import type { MintAccessTokenResult__Output } from '../../contract/generated/gatehouse/host/v1/MintAccessTokenResult.js';
import type { Operation, Results } from '../../oauth/ports/backend.js';
import { optionalTime, requiredText, violation } from './checks.js';

type Mint = Extract<Operation, { kind: 'mintAccessToken' }>;

const MAX_ACCESS_TOKEN = 8192;

/** The set of RFC 6750 §2.1: what a client can put into an Authorization header. */
const ACCESS_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

export function fromMint(rpc: string, result: MintAccessTokenResult__Output, mint: Mint): Results['mintAccessToken'] {
  const field = 'mint_access_token.access_token';
  const accessToken = requiredText(rpc, field, result.accessToken, MAX_ACCESS_TOKEN);
  if (!ACCESS_TOKEN.test(accessToken)) throw violation(rpc, field, 'has characters outside of RFC 6750 section 2.1');
  const expiresAt = optionalTime(rpc, 'mint_access_token.expires_at', result.expiresAt) ?? mint.expiresAt;
  if (expiresAt > mint.expiresAt) throw violation(rpc, 'mint_access_token.expires_at', 'is later than asked for');
  if (expiresAt <= mint.at) throw violation(rpc, 'mint_access_token.expires_at', 'has passed at the moment of minting');
  return { accessToken, expiresAt };
}

export function fromFindAccessToken(rpc: string, result: FindAccessTokenResult__Output): Results['findAccessToken'] {
  const info = result.accessToken;
  if (info === null) return undefined;
  const at = 'find_access_token.access_token';
  return {
    lineageId: requiredText(rpc, `${at}.lineage_id`, info.lineageId),
    clientId: requiredText(rpc, `${at}.client_id`, info.clientId),
    userId: requiredText(rpc, `${at}.user_id`, info.userId, 255),
  };
}
