import { fromAuthMethod } from '@gatehouse/proto/auth-method';
import type { Aborted__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Aborted';
import type { Client__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type { FindAccessTokenResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/FindAccessTokenResult';
import type { MintAccessTokenResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/MintAccessTokenResult';
import type { OperationResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { RefreshToken__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { MAX_ACCESS_TOKEN, MAX_CLIENT_ID, MAX_METADATA_BYTES } from '@gatehouse/proto/limits';
import type { Client, GrantTypeName } from '../../oauth/model/client.js';
import { GRANT_TYPES } from '../../oauth/model/client.js';
import type { Code, RefreshToken } from '../../oauth/model/tokens.js';
import type { AbortReason, Operation, OperationKind, Outcome, Results } from '../../oauth/ports/backend.js';
import { grantContext, hash, optionalTime, requiredText, scopes, time, violation } from './checks.js';

type Mint = Extract<Operation, { kind: 'mintAccessToken' }>;

/** The character set of RFC 6750 §2.1, which a client can send in an Authorization header. */
const ACCESS_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

function fromMint(rpc: string, result: MintAccessTokenResult__Output, mint: Mint): Results['mintAccessToken'] {
  const field = 'mint_access_token.access_token';
  const accessToken = requiredText(rpc, field, result.accessToken, MAX_ACCESS_TOKEN);
  if (!ACCESS_TOKEN.test(accessToken))
    throw violation(rpc, field, 'has characters that RFC 6750 section 2.1 does not allow');
  const expiresAt = optionalTime(rpc, 'mint_access_token.expires_at', result.expiresAt) ?? mint.expiresAt;
  if (expiresAt > mint.expiresAt) throw violation(rpc, 'mint_access_token.expires_at', 'is later than requested');
  if (expiresAt <= mint.at)
    throw violation(rpc, 'mint_access_token.expires_at', 'was already in the past when the token was minted');
  return { accessToken, expiresAt };
}

function fromFindAccessToken(rpc: string, result: FindAccessTokenResult__Output): Results['findAccessToken'] {
  const info = result.accessToken;
  if (info === null) return undefined;
  const at = 'find_access_token.access_token';
  return {
    lineageId: requiredText(rpc, `${at}.lineage_id`, info.lineageId),
    clientId: requiredText(rpc, `${at}.client_id`, info.clientId),
    userId: requiredText(rpc, `${at}.user_id`, info.userId, 255),
  };
}

const CLIENT = 'find_client.client';

function fromClient(rpc: string, client: Client__Output, askedFor: string): Client {
  const clientId = requiredText(rpc, `${CLIENT}.client_id`, client.clientId, MAX_CLIENT_ID);
  if (clientId !== askedFor) throw violation(rpc, `${CLIENT}.client_id`, 'is not the one that was requested');
  const authMethod = fromAuthMethod(client.tokenEndpointAuthMethod);
  if (authMethod === undefined) throw violation(rpc, `${CLIENT}.token_endpoint_auth_method`, 'is not known');
  if (client.redirectUris.length === 0) throw violation(rpc, `${CLIENT}.redirect_uris`, 'is empty');
  if (client.redirectUris.includes('')) throw violation(rpc, `${CLIENT}.redirect_uris`, 'has an empty value');
  if (!client.grantTypes.every(isGrantType)) throw violation(rpc, `${CLIENT}.grant_types`, 'has an unknown value');
  const consentedAt = optionalTime(rpc, `${CLIENT}.consented_at`, client.consentedAt);
  const revokedAt = optionalTime(rpc, `${CLIENT}.revoked_at`, client.revokedAt);
  return {
    clientId,
    clientName: client.clientName,
    redirectUris: client.redirectUris,
    authMethod,
    ...secretHash(rpc, client.secretHash, authMethod === 'none'),
    scopes: scopes(rpc, `${CLIENT}.scopes`, client.scopes),
    grantTypes: client.grantTypes,
    registeredAt: time(rpc, `${CLIENT}.registered_at`, client.registeredAt),
    ...(consentedAt !== undefined && { consentedAt }),
    ...(revokedAt !== undefined && { revokedAt }),
    selfRegistered: client.selfRegistered,
    metadata: metadata(rpc, client.metadataJson),
  };
}

/** A confidential client without a hash could be used without a secret. A public client with a hash has lost its method. */
function secretHash(rpc: string, value: Buffer, isPublic: boolean): { secretHash?: Buffer } {
  if (!isPublic) return { secretHash: hash(rpc, `${CLIENT}.secret_hash`, value) };
  if (value.length > 0) throw violation(rpc, `${CLIENT}.secret_hash`, 'is set for a public client');
  return {};
}

function metadata(rpc: string, json: string): Readonly<Record<string, unknown>> {
  if (json === '') return {};
  if (Buffer.byteLength(json) > MAX_METADATA_BYTES) {
    throw violation(rpc, `${CLIENT}.metadata_json`, `is longer than ${MAX_METADATA_BYTES} bytes`);
  }
  const value = parsed(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw violation(rpc, `${CLIENT}.metadata_json`, 'is not a JSON object');
  }
  return value as Record<string, unknown>;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isGrantType(value: string): value is GrantTypeName {
  return (GRANT_TYPES as readonly string[]).includes(value);
}

const CODE = 'find_code.code';

function fromCode(rpc: string, code: Code__Output, askedFor: Buffer): Code {
  const codeHash = hash(rpc, `${CODE}.code_hash`, code.codeHash);
  if (!codeHash.equals(askedFor)) throw violation(rpc, `${CODE}.code_hash`, 'is not the one that was requested');
  // RFC 7636 §4.2: a SHA-256 in base64url.
  if (!/^[\w-]{43}$/.test(code.codeChallenge)) {
    throw violation(rpc, `${CODE}.code_challenge`, 'is not 43 base64url characters');
  }
  return {
    codeHash,
    clientId: requiredText(rpc, `${CODE}.client_id`, code.clientId),
    userId: requiredText(rpc, `${CODE}.user_id`, code.userId, 255),
    redirectUri: requiredText(rpc, `${CODE}.redirect_uri`, code.redirectUri),
    codeChallenge: code.codeChallenge,
    scopes: scopes(rpc, `${CODE}.scopes`, code.scopes),
    resource: requiredText(rpc, `${CODE}.resource`, code.resource),
    issuedAt: time(rpc, `${CODE}.issued_at`, code.issuedAt),
    expiresAt: time(rpc, `${CODE}.expires_at`, code.expiresAt),
    grantContext: grantContext(rpc, `${CODE}.grant_context`, code.grantContext),
    ...spent(rpc, code),
  };
}

/** A half-set spent state would make a replayed code either harmless or unusable, so require both fields or neither. */
function spent(rpc: string, code: Code__Output): Pick<Code, 'spent'> {
  const at = optionalTime(rpc, `${CODE}.spent_at`, code.spentAt);
  if ((at === undefined) !== (code.lineageId === '')) {
    throw violation(rpc, CODE, 'must have spent_at and lineage_id together, or neither');
  }
  return at === undefined ? {} : { spent: { at, lineageId: code.lineageId } };
}

const REFRESH_TOKEN = 'find_refresh_token.refresh_token';

function fromRefreshToken(rpc: string, token: RefreshToken__Output, askedFor: Buffer): RefreshToken {
  const tokenHash = hash(rpc, `${REFRESH_TOKEN}.token_hash`, token.tokenHash);
  if (!tokenHash.equals(askedFor))
    throw violation(rpc, `${REFRESH_TOKEN}.token_hash`, 'is not the one that was requested');
  const spentAt = optionalTime(rpc, `${REFRESH_TOKEN}.spent_at`, token.spentAt);
  return {
    tokenHash,
    lineageId: requiredText(rpc, `${REFRESH_TOKEN}.lineage_id`, token.lineageId),
    clientId: requiredText(rpc, `${REFRESH_TOKEN}.client_id`, token.clientId),
    userId: requiredText(rpc, `${REFRESH_TOKEN}.user_id`, token.userId, 255),
    scopes: scopes(rpc, `${REFRESH_TOKEN}.scopes`, token.scopes),
    resource: requiredText(rpc, `${REFRESH_TOKEN}.resource`, token.resource),
    issuedAt: time(rpc, `${REFRESH_TOKEN}.issued_at`, token.issuedAt),
    expiresAt: time(rpc, `${REFRESH_TOKEN}.expires_at`, token.expiresAt),
    lineageStartedAt: time(rpc, `${REFRESH_TOKEN}.lineage_started_at`, token.lineageStartedAt),
    grantContext: grantContext(rpc, `${REFRESH_TOKEN}.grant_context`, token.grantContext),
    ...(spentAt !== undefined && { spentAt }),
    lineageRevoked: token.lineageRevoked,
  };
}

type CommittedResults<T extends readonly Operation[]> = Extract<Outcome<T>, { committed: true }>['results'];

/** Validates the answer of a transaction against its operations and converts it into the port's outcome. */
export function fromTransactResponse<const T extends readonly Operation[]>(
  rpc: string,
  operations: T,
  response: TransactResponse__Output,
): Outcome<T> {
  if (response.aborted) return fromAborted(rpc, operations, response.aborted);
  if (!response.committed) throw violation(rpc, 'outcome', 'is neither committed nor aborted');
  const { results } = response.committed;
  if (results.length !== operations.length) {
    throw violation(rpc, 'committed.results', `has ${results.length} results for ${operations.length} operations`);
  }
  const converted = operations.map((operation, index) => {
    const result = results[index];
    if (result?.result !== operation.kind) {
      throw violation(rpc, `committed.results[${index}]`, `is ${result?.result ?? 'empty'}, not ${operation.kind}`);
    }
    return fromResult(rpc, operation, result);
  });
  return { committed: true, results: converted as unknown as CommittedResults<T> };
}

/**
 * The caller has verified that the result is of the operation's kind. No default, so that a new operation does not compile.
 */
function fromResult(rpc: string, operation: Operation, result: OperationResult__Output): Results[OperationKind] {
  switch (operation.kind) {
    case 'findClient':
      return absentOr(result.findClient?.client, (client) => fromClient(rpc, client, operation.clientId));
    case 'createClient':
      return { clientCount: result.createClient?.clientCount ?? 0 };
    case 'sweepUnconsentedClients':
      return { removed: result.sweepUnconsentedClients?.removed ?? 0 };
    case 'findCode':
      return absentOr(result.findCode?.code, (code) => fromCode(rpc, code, operation.codeHash));
    case 'findRefreshToken':
      return absentOr(result.findRefreshToken?.refreshToken, (token) =>
        fromRefreshToken(rpc, token, operation.tokenHash),
      );
    case 'revokeLineage':
      return { newlyRevoked: result.revokeLineage?.newlyRevoked ?? false };
    case 'sweepExpired':
      return {
        codesRemoved: result.sweepExpired?.codesRemoved ?? 0,
        refreshTokensRemoved: result.sweepExpired?.refreshTokensRemoved ?? 0,
      };
    case 'mintAccessToken':
      return fromMint(rpc, result.mintAccessToken ?? { accessToken: '', expiresAt: null }, operation);
    case 'findAccessToken':
      return fromFindAccessToken(rpc, result.findAccessToken ?? { accessToken: null });
    case 'stampConsent':
    case 'createCode':
    case 'spendCode':
    case 'createRefreshToken':
    case 'spendRefreshToken':
      return undefined;
  }
}

function absentOr<Message, Model>(message: Message | null | undefined, convert: (message: Message) => Model) {
  return message === null || message === undefined ? undefined : convert(message);
}

const ABORT_REASONS = new Map<unknown, AbortReason>([
  ['ABORT_REASON_CLIENT_CAP_REACHED', 'client_cap_reached'],
  ['ABORT_REASON_CLIENT_NOT_FOUND', 'client_not_found'],
  ['ABORT_REASON_CLIENT_ALREADY_EXISTS', 'client_already_exists'],
  ['ABORT_REASON_CODE_NOT_FOUND', 'code_not_found'],
  ['ABORT_REASON_CODE_ALREADY_SPENT', 'code_already_spent'],
  ['ABORT_REASON_REFRESH_TOKEN_NOT_FOUND', 'refresh_token_not_found'],
  ['ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT', 'refresh_token_already_spent'],
  ['ABORT_REASON_LINEAGE_REVOKED', 'lineage_revoked'],
  ['ABORT_REASON_MINT_REFUSED', 'mint_refused'],
]);

interface OperationRules {
  /** A transaction of only such operations changes nothing, so it may be retried once. */
  readonly readOnly: boolean;
  /** The reasons for which it may abort. */
  readonly aborts: readonly AbortReason[];
}

const READ: OperationRules = { readOnly: true, aborts: [] };
const writes = (...aborts: AbortReason[]): OperationRules => ({ readOnly: false, aborts });

/** The rules of backend.proto for each operation. */
export const OPERATION_RULES: Readonly<Record<OperationKind, OperationRules>> = {
  findClient: READ,
  createClient: writes('client_cap_reached', 'client_already_exists'),
  sweepUnconsentedClients: writes(),
  stampConsent: writes('client_not_found'),
  createCode: writes(),
  findCode: READ,
  spendCode: writes('code_not_found', 'code_already_spent'),
  createRefreshToken: writes('lineage_revoked'),
  findRefreshToken: READ,
  spendRefreshToken: writes('refresh_token_not_found', 'refresh_token_already_spent', 'lineage_revoked'),
  revokeLineage: writes(),
  sweepExpired: writes(),
  mintAccessToken: writes('mint_refused', 'lineage_revoked'),
  findAccessToken: READ,
};

function fromAborted(rpc: string, operations: readonly Operation[], aborted: Aborted__Output) {
  const { operationIndex, publicReason } = aborted;
  const operation = operations[operationIndex];
  if (operation === undefined)
    throw violation(rpc, 'aborted.operation_index', `is ${operationIndex}, but there is no such operation`);
  const reason = ABORT_REASONS.get(aborted.reason);
  if (reason === undefined || !OPERATION_RULES[operation.kind].aborts.includes(reason)) {
    throw violation(rpc, 'aborted.reason', `is ${aborted.reason}, which ${operation.kind} must not return`);
  }
  if (reason !== 'mint_refused' && publicReason !== '') {
    throw violation(rpc, 'aborted.public_reason', 'is set although the reason is not MINT_REFUSED');
  }
  if (!/^[ -~]{0,200}$/.test(publicReason)) {
    throw violation(rpc, 'aborted.public_reason', 'is not printable ASCII of at most 200 characters');
  }
  // It becomes an error_description, which excludes these two characters (RFC 6749 §5.2).
  return { committed: false as const, operationIndex, reason, publicReason: publicReason.replace(/["\\]/g, "'") };
}
