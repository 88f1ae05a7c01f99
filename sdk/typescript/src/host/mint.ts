import type { MintAccessTokenResult } from '@gatehouse/proto/generated/gatehouse/host/v1/MintAccessTokenResult';
import { MAX_ACCESS_TOKEN } from '@gatehouse/proto/limits';
import { toTimestamp } from '@gatehouse/proto/time';
import type { AccessTokenIssuer, MintedToken, MintRequest } from '../ports/backend.js';

/** RFC 6750 §2.1: the characters that a client can send in a bearer token. */
const BEARER_TOKEN = /^[\w.~+/-]+=*$/;

/** Mints an access token and checks it, for every operation that mints. */
export async function mint(accessTokens: AccessTokenIssuer, request: MintRequest): Promise<MintAccessTokenResult> {
  const minted = await accessTokens.mint(request);
  checkMinted(minted, request);
  const { accessToken, expiresAt } = minted;
  return { accessToken, expiresAt: expiresAt ? toTimestamp(expiresAt.getTime()) : null };
}

/** Gatehouse would reject such a token as well; checking it here logs the error on the host's side. */
function checkMinted({ accessToken, expiresAt }: MintedToken, request: MintRequest): void {
  if (accessToken.length > MAX_ACCESS_TOKEN || !BEARER_TOKEN.test(accessToken)) {
    throw new Error('AccessTokenIssuer.mint returned a token that is not 1 to 8192 characters of RFC 6750 §2.1');
  }
  if (expiresAt !== undefined && !(expiresAt <= request.expiresAt)) {
    throw new Error('AccessTokenIssuer.mint returned an expiresAt later than the requested one');
  }
}
