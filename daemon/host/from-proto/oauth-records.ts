import { fromAuthMethod } from '@gatehouse/proto/auth-method';
import type { Client__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type { FindAccessTokenResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/FindAccessTokenResult';
import type { MintAccessTokenResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/MintAccessTokenResult';
import type { RefreshToken__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import { MAX_ACCESS_TOKEN, MAX_CLIENT_ID, MAX_METADATA_BYTES } from '@gatehouse/proto/limits';
import type { Client, GrantTypeName } from '../../oauth/model/client.js';
import { GRANT_TYPES } from '../../oauth/model/client.js';
import type { Code, RefreshToken } from '../../oauth/model/tokens.js';
import type { Operation, Results } from '../../oauth/ports/backend.js';
import { grantContext, hash, optionalTime, requiredText, scopes, time, violation } from './checks.js';

type Mint = Extract<Operation, { kind: 'mintAccessToken' }>;

/** The character set of RFC 6750 §2.1, which a client can send in an Authorization header. */
const ACCESS_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

export function fromMint(rpc: string, result: MintAccessTokenResult__Output, mint: Mint): Results['mintAccessToken'] {
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

const CLIENT = 'find_client.client';

export function fromClient(rpc: string, client: Client__Output, askedFor: string): Client {
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

export function fromCode(rpc: string, code: Code__Output, askedFor: Buffer): Code {
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

export function fromRefreshToken(rpc: string, token: RefreshToken__Output, askedFor: Buffer): RefreshToken {
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
