import type { Client, GrantTypeName } from '../model/client.js';
import type { Result } from '../model/oauth-error.js';
import { isRefused, oauthError } from '../model/oauth-error.js';
import type { OAuthOptions } from '../model/options.js';
import type { Parameters } from '../model/parameters.js';
import type { Scope } from '../model/scope.js';
import type { Code, RefreshToken } from '../model/tokens.js';
import type { HashedCredentials, Operation, Redeem, Results } from '../ports/backend.js';
import type { ClientRequest, LookedUpClient } from './client-authentication.js';
import { clientIsAuthenticated, credentialsAreReadable, failuresAreFew } from './client-authentication.js';
import { inOrder } from './in-order.js';
import { checkResource, repeatedParameter, scopesWithin, verifierMatches } from './request-parameters.js';

/**
 * Every check of a token request, in order; the first refusal is the answer. usecases/exchange-token.ts runs `form`, looks
 * up the recent failures of the client, then the client and the presented token, and runs `client`. Then the grant type
 * (grants/) runs the lists for its kind of token. A host that redeems has by then compared the same values itself; only
 * these checks decide.
 */
export const TOKEN_CHECKS = {
  form: inOrder<TokenRequest>()
    .and(parametersAreSentOnce) // RFC 6749 §3.2
    .and(grantTypeIsSupported) // RFC 6749 §4.1.3, §5.2, §6
    .and(credentialsAreReadable) // RFC 6749 §2.3, §2.3.1
    .and(tokenIsPresented), // RFC 6749 §4.1.3, §6; RFC 7636 §4.5

  client: inOrder<LookedUpClient & { readonly grantType: GrantType }>()
    .and(failuresAreFew) // RFC 6749 §2.3.1, §10.10
    .and(clientIsAuthenticated) // RFC 6749 §2.3, §3.2.1
    .and(grantTypeIsRegistered), // RFC 6749 §5.2 unauthorized_client, RFC 7591 §2

  /**
   * A code sent by another client or without its verifier proves nothing, so it neither consumes nor revokes. Only its own
   * client with the right verifier proves that a spent code is being reused.
   */
  codeIsProven: inOrder<JudgementContext & { readonly code: Code | undefined }>()
    .and(codeIsOfClient) // RFC 6749 §4.1.3
    .and(redirectUriIsOfCode) // RFC 6749 §4.1.3
    .and(verifierIsOfCode), // RFC 7636 §4.6
  // A spent code ends here: reuse, which revokes the lineage (RFC 6749 §4.1.2).
  unspentCode: inOrder<CodeRequest>()
    .and(codeIsAlive) // RFC 6749 §4.1.2
    .and(resourceIsOurs), // RFC 8707 §2.2

  /** Only an explicitly spent row of this client is reuse; no other fault revokes anything. */
  refreshTokenIsProven: inOrder<JudgementContext & { readonly token: RefreshToken | undefined }>()
    .and(refreshTokenIsOfClient) // RFC 6749 §6, §10.4
    .and(lineageIsNotRevoked), // RFC 7009 §2.1, RFC 9700 §4.14.2
  // A spent refresh token ends here: a retry, if it makes the same `refreshRequest`, or reuse (RFC 9700 §4.14.2).
  unspentRefreshToken: inOrder<RefreshRequest>()
    .and(refreshTokenIsAlive) // RFC 6749 §5.2 invalid_grant
    .and(lineageIsNotTooOld), // RFC 9700 §4.14.2, refresh_lineage_max_age
  refreshRequest: inOrder<RefreshRequest>()
    .and(scopeIsWithinGrant) // RFC 6749 §6
    .and(resourceIsOurs), // RFC 8707 §2.2
};

export interface TokenRequest extends ClientRequest {
  readonly grantTypes: readonly GrantType[];
}

/**
 * A grant type of the token endpoint (RFC 6749 §1.3). It reads and judges a request; it calls nothing and changes nothing.
 * usecases/exchange-token.ts runs the shared steps around it (the checks above, lookup, mint) in the same order for every
 * grant type, so that no grant type can forget one.
 */
export interface GrantType<Find extends FindToken = FindToken> {
  readonly type: GrantTypeName;
  /** The parameters it understands in addition to those of every token request. */
  readonly parameters: readonly string[];
  /** The token that a request presents, or the refusal of a malformed request. */
  read(parameters: Parameters): Result<PresentedToken<Find>>;
  /**
   * The operation that grants this request in one call, if the host's records are as the checks of `judge` require.
   * Undefined: they need not be compared, because the request itself is refused, or they cannot be compared exactly.
   */
  redeem(presented: PresentedToken<Find>, request: RedeemRequest): Redeem | undefined;
  /** Judges that token, as stored by the host, for an authenticated client. */
  judge(stored: Results[Find['kind']], context: JudgementContext): Judgement;
}

type FindToken = Extract<Operation, { readonly kind: 'findCode' | 'findRefreshToken' }>;

/** An authorization code or a refresh token, as a client presents it. */
export interface PresentedToken<Find extends FindToken = FindToken> {
  /** The token as sent by the client: the key with which a replayable answer is sealed. */
  readonly plain: string;
  /** The operation that finds it. */
  readonly find: Find;
}

export interface RedeemRequest {
  readonly parameters: Parameters;
  readonly credentials: HashedCredentials;
  readonly options: OAuthOptions;
  /** Also the time of the judgement: otherwise a code could expire between the host's comparison and ours. */
  readonly now: number;
  /** Of the refresh token to create. */
  readonly refreshTokenHash: Buffer;
}

export interface JudgementContext {
  readonly parameters: Parameters;
  readonly client: Client;
  readonly options: OAuthOptions;
  readonly now: number;
}

export type Judgement = Result<Granted | Reused>;

/** `spend` is the compare-and-set that starts the minting transaction. */
export interface Granted {
  readonly kind: 'grant';
  readonly spend: Operation;
  readonly minting: Minting;
}

/** This client had already spent the token: a theft or a retry. */
export type Reused = { readonly kind: 'reused'; readonly lineageId: string; readonly spentAt: number } & (
  | { readonly token: 'code' }
  | {
      readonly token: 'refresh_token';
      /** The scopes that this request asks for, or the refusal: a retry must ask for the same scopes. */
      readonly asked: Result<readonly Scope[]>;
    }
);

/** The tokens to mint: an access token with `scopes`, and a refresh token for the whole grant. */
export interface Minting {
  readonly userId: string;
  readonly lineageId: string;
  readonly lineageStartedAt: number;
  /** Scopes of the access token: the grant's, or fewer if the client asked for fewer. */
  readonly scopes: readonly Scope[];
  /** Scopes of the grant, which the refresh token keeps (RFC 6749 §6). */
  readonly grantedScopes: readonly Scope[];
  readonly resource: string;
  readonly grantContext: Buffer;
}

const SHARED_PARAMETERS = ['grant_type', 'client_id', 'client_secret'];

const CODE_REFUSED = oauthError(
  'invalid_grant',
  'The code is unknown, expired, used, or was issued for another request.',
);
const REFRESH_TOKEN_REFUSED = oauthError('invalid_grant', 'The refresh token is unknown, expired, revoked or used.');

/** Also undefined if it was sent more than once. */
function askedGrantType({ parameters, grantTypes }: TokenRequest): GrantType | undefined {
  const asked = parameters.get('grant_type');
  return grantTypes.find(({ type }) => type === asked);
}

function parametersAreSentOnce(request: TokenRequest): Result<undefined> {
  const own = askedGrantType(request)?.parameters ?? [];
  return repeatedParameter(request.parameters, [...SHARED_PARAMETERS, ...own]);
}

function grantTypeIsSupported(request: TokenRequest): Result<{ readonly grantType: GrantType }> {
  if (request.parameters.get('grant_type') === undefined) {
    return oauthError('invalid_request', 'grant_type is missing.');
  }
  const grantType = askedGrantType(request);
  return grantType === undefined
    ? oauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
    : { grantType };
}

function tokenIsPresented({
  parameters,
  grantType,
}: TokenRequest & { readonly grantType: GrantType }): Result<{ readonly presented: PresentedToken }> {
  const presented = grantType.read(parameters);
  return isRefused(presented) ? presented : { presented };
}

function grantTypeIsRegistered({
  client,
  grantType,
}: {
  readonly client: { readonly grantTypes: readonly GrantTypeName[] };
  readonly grantType: GrantType;
}): Result<undefined> {
  return client.grantTypes.includes(grantType.type)
    ? undefined
    : oauthError('unauthorized_client', 'The client did not register this grant type.');
}

type CodeRequest = JudgementContext & { readonly code: Code };

function codeIsOfClient({
  code,
  client,
}: JudgementContext & { readonly code: Code | undefined }): Result<{ readonly code: Code }> {
  return code?.clientId === client.clientId ? { code } : CODE_REFUSED;
}

/** OAuth 2.1 drops the parameter, RFC 6749 requires it. A client that sends it must send the right one. */
function redirectUriIsOfCode({ code, parameters }: CodeRequest): Result<undefined> {
  const redirectUri = parameters.get('redirect_uri');
  return redirectUri === undefined || redirectUri === code.redirectUri ? undefined : CODE_REFUSED;
}

function verifierIsOfCode({ code, parameters }: CodeRequest): Result<undefined> {
  return verifierMatches(parameters.get('code_verifier') ?? '', code.codeChallenge) ? undefined : CODE_REFUSED;
}

function codeIsAlive({ code, now }: CodeRequest): Result<undefined> {
  return now < code.expiresAt ? undefined : CODE_REFUSED;
}

type RefreshRequest = JudgementContext & { readonly token: RefreshToken };

function refreshTokenIsOfClient({
  token,
  client,
}: JudgementContext & { readonly token: RefreshToken | undefined }): Result<{ readonly token: RefreshToken }> {
  return token?.clientId === client.clientId ? { token } : REFRESH_TOKEN_REFUSED;
}

function lineageIsNotRevoked({ token }: RefreshRequest): Result<undefined> {
  return token.lineageRevoked ? REFRESH_TOKEN_REFUSED : undefined;
}

function refreshTokenIsAlive({ token, now }: RefreshRequest): Result<undefined> {
  return now < token.expiresAt ? undefined : REFRESH_TOKEN_REFUSED;
}

function lineageIsNotTooOld({ token, options, now }: RefreshRequest): Result<undefined> {
  const { refreshLineageMaxAge } = options;
  return refreshLineageMaxAge === 0 || now - token.lineageStartedAt < refreshLineageMaxAge
    ? undefined
    : REFRESH_TOKEN_REFUSED;
}

function scopeIsWithinGrant({ token, parameters }: RefreshRequest): Result<{ readonly scopes: readonly Scope[] }> {
  const scopes = scopesWithin(parameters.get('scope'), token.scopes);
  return isRefused(scopes) ? scopes : { scopes };
}

export function resourceIsOurs({
  parameters,
  options,
}: Pick<JudgementContext, 'parameters' | 'options'>): Result<undefined> {
  return checkResource(parameters, options.resource);
}
