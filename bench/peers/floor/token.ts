import { refused, type Answer } from './answer.js';
import { authenticatedClient } from './client-authentication.js';
import { hashOf, isVerifierOf, randomToken } from './secrets.js';
import type { ClientRow, FloorStore } from './store.js';

const ACCESS_SECONDS = 3600;
const REFRESH_MS = 30 * 24 * 3_600_000;

type Parameters = ReadonlyMap<string, string>;

/** The token endpoint: a code or a refresh token for a new pair of tokens. */
export function token(store: FloorStore, parameters: Parameters, authorization: string | undefined): Answer {
  const client = authenticatedClient(store, parameters, authorization);
  if (client === undefined) return refused('invalid_client', 'The client is unknown, or its secret is wrong.', 401);
  const grantType = parameters.get('grant_type') ?? '';
  if (!client.grant_types.split(' ').includes(grantType)) {
    return refused('unauthorized_client', 'The client did not register this grant type.');
  }
  switch (grantType) {
    case 'authorization_code':
      return exchange(store, client, parameters);
    case 'refresh_token':
      return refresh(store, client, parameters);
    default:
      return refused('unsupported_grant_type', 'Use authorization_code or refresh_token.');
  }
}

function exchange(store: FloorStore, client: ClientRow, parameters: Parameters): Answer {
  const now = Date.now();
  const codeHash = hashOf(parameters.get('code') ?? '');
  const code = store.findCode.get(codeHash);
  if (code?.client_id !== client.client_id) return refused('invalid_grant', 'The code is unknown.');
  if (code.spent_at !== null) return revoked(store, code.lineage_id, now);
  if (code.expires_at <= now) return refused('invalid_grant', 'The code has expired.');
  if (parameters.get('redirect_uri') !== code.redirect_uri) {
    return refused('invalid_grant', 'redirect_uri is not that of the authorization request.');
  }
  if (!isVerifierOf(code.challenge, parameters.get('code_verifier') ?? '')) {
    return refused('invalid_grant', 'code_verifier does not match the code_challenge.');
  }
  store.group.open();
  const lineage = store.insertLineage.run(
    client.client_id,
    code.user_id,
    code.scopes,
    code.resource,
    now,
    now,
    now + REFRESH_MS,
  ).lastInsertRowid;
  store.spendCode.run(now, lineage, codeHash);
  return issued(store, lineage, code.scopes, now);
}

function refresh(store: FloorStore, client: ClientRow, parameters: Parameters): Answer {
  const now = Date.now();
  const tokenHash = hashOf(parameters.get('refresh_token') ?? '');
  const row = store.findRefreshToken.get(tokenHash);
  if (row?.client_id !== client.client_id) return refused('invalid_grant', 'The refresh token is unknown.');
  if (row.revoked_at !== null) return refused('invalid_grant', 'The grant was revoked.');
  if (row.spent_at !== null) return revoked(store, row.lineage_id, now);
  if (row.expires_at <= now) return refused('invalid_grant', 'The refresh token has expired.');
  const scopes = parameters.get('scope') ?? row.scopes;
  const granted = row.scopes.split(' ');
  if (!scopes.split(' ').every((scope) => granted.includes(scope))) {
    return refused('invalid_scope', 'The scope exceeds the granted one.');
  }
  store.group.open();
  store.spendRefreshToken.run(now, tokenHash);
  store.extendLineage.run(now, now + REFRESH_MS, row.lineage_id);
  return issued(store, row.lineage_id, scopes, now);
}

/** A spent code or token came back: one of its two senders has stolen it. */
function revoked(store: FloorStore, lineage: number | null, now: number): Answer {
  store.group.open();
  store.revokeLineage.run(now, lineage);
  return refused('invalid_grant', 'It was used before, so everything that came from it is revoked.');
}

function issued(store: FloorStore, lineage: number | bigint, scope: string, now: number): Answer {
  const [accessToken, refreshToken] = [randomToken(), randomToken()];
  store.insertAccessToken.run(hashOf(accessToken), lineage, now + ACCESS_SECONDS * 1000);
  store.insertRefreshToken.run(hashOf(refreshToken), lineage, now + REFRESH_MS);
  return {
    status: 200,
    body: {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
      refresh_token: refreshToken,
      scope,
    },
  };
}
