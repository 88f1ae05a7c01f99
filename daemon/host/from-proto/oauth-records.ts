import { fromAuthMethod } from '@gatehouse/proto/auth-method';
import type { Client__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type { FindAccessTokenResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/FindAccessTokenResult';
import type { MintAccessTokenResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/MintAccessTokenResult';
import type { RefreshToken__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import type { Client, GrantTypeName } from '../../oauth/model/client.js';
import { GRANT_TYPES } from '../../oauth/model/client.js';
import type { Code, RefreshToken } from '../../oauth/model/tokens.js';
import type { MintedToken, Results } from '../../oauth/ports/backend.js';
import { optionalTime, present, scopes, time, violation } from './checks.js';

/** `place` names the message as the contract does ("find_client.client"), here and below. */
export function fromMint(
  rpc: string,
  place: string,
  result: MintAccessTokenResult__Output,
  asked: { readonly at: number; readonly expiresAt: number },
): MintedToken {
  const { accessToken } = result;
  const expiresAt = optionalTime(result.expiresAt) ?? asked.expiresAt;
  if (expiresAt > asked.expiresAt) throw violation(rpc, `${place}.expires_at`, 'is later than requested');
  if (expiresAt <= asked.at)
    throw violation(rpc, `${place}.expires_at`, 'was already in the past when the token was minted');
  return { accessToken, expiresAt };
}

export function fromFindAccessToken({ accessToken }: FindAccessTokenResult__Output): Results['findAccessToken'] {
  if (accessToken === null) return undefined;
  const { lineageId, clientId, userId } = accessToken;
  return { lineageId, clientId, userId };
}

export function fromClient(rpc: string, place: string, client: Client__Output, askedFor: string): Client {
  const { clientId } = client;
  if (clientId !== askedFor) throw violation(rpc, `${place}.client_id`, 'is not the one that was requested');
  const authMethod = present(fromAuthMethod(client.tokenEndpointAuthMethod));
  if (!client.grantTypes.every(isGrantType)) throw violation(rpc, `${place}.grant_types`, 'has an unknown value');
  const consentedAt = optionalTime(client.consentedAt);
  const revokedAt = optionalTime(client.revokedAt);
  return {
    clientId,
    clientName: client.clientName,
    redirectUris: client.redirectUris,
    authMethod,
    ...secretHash(rpc, place, client.secretHash, authMethod === 'none'),
    scopes: scopes(rpc, `${place}.scopes`, client.scopes),
    grantTypes: client.grantTypes,
    registeredAt: time(client.registeredAt),
    ...(consentedAt !== undefined && { consentedAt }),
    ...(revokedAt !== undefined && { revokedAt }),
    selfRegistered: client.selfRegistered,
    metadata: metadata(rpc, place, client.metadataJson),
  };
}

/** A confidential client without a hash could be used without a secret. A public client with a hash has lost its method. */
function secretHash(rpc: string, place: string, value: Buffer, isPublic: boolean): { secretHash?: Buffer } {
  if ((value.length === 0) === isPublic) return isPublic ? {} : { secretHash: value };
  throw violation(rpc, `${place}.secret_hash`, isPublic ? 'is set for a public client' : 'is empty');
}

function metadata(rpc: string, place: string, json: string): Readonly<Record<string, unknown>> {
  if (json === '') return {};
  const value = parsed(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw violation(rpc, `${place}.metadata_json`, 'is not a JSON object');
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

export function fromCode(rpc: string, place: string, code: Code__Output, askedFor: Buffer): Code {
  const { codeHash } = code;
  if (!codeHash.equals(askedFor)) throw violation(rpc, `${place}.code_hash`, 'is not the one that was requested');
  return {
    codeHash,
    clientId: code.clientId,
    userId: code.userId,
    redirectUri: code.redirectUri,
    codeChallenge: code.codeChallenge,
    scopes: scopes(rpc, `${place}.scopes`, code.scopes),
    resource: code.resource,
    issuedAt: time(code.issuedAt),
    expiresAt: time(code.expiresAt),
    grantContext: code.grantContext,
    ...spent(rpc, place, code),
  };
}

/** A half-set spent state would make a replayed code either harmless or unusable, so require both fields or neither. */
function spent(rpc: string, place: string, code: Code__Output): Pick<Code, 'spent'> {
  const at = optionalTime(code.spentAt);
  if ((at === undefined) !== (code.lineageId === '')) {
    throw violation(rpc, place, 'must have spent_at and lineage_id together, or neither');
  }
  return at === undefined ? {} : { spent: { at, lineageId: code.lineageId } };
}

export function fromRefreshToken(
  rpc: string,
  place: string,
  token: RefreshToken__Output,
  askedFor: Buffer,
): RefreshToken {
  const { tokenHash } = token;
  if (!tokenHash.equals(askedFor)) throw violation(rpc, `${place}.token_hash`, 'is not the one that was requested');
  const spentAt = optionalTime(token.spentAt);
  return {
    tokenHash,
    lineageId: token.lineageId,
    clientId: token.clientId,
    userId: token.userId,
    scopes: scopes(rpc, `${place}.scopes`, token.scopes),
    resource: token.resource,
    issuedAt: time(token.issuedAt),
    expiresAt: time(token.expiresAt),
    lineageStartedAt: time(token.lineageStartedAt),
    grantContext: token.grantContext,
    ...(spentAt !== undefined && { spentAt }),
    lineageRevoked: token.lineageRevoked,
  };
}
