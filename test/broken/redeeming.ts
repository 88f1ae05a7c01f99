import type { Client__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type { Operation__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { OperationResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { RedeemCode__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemCode';
import type { RedeemRefreshToken__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemRefreshToken';
import type { RefreshToken__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import type { TransactRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import type { Timestamp__Output } from '@gatehouse/proto/generated/google/protobuf/Timestamp';
import { fromTimestamp } from '@gatehouse/proto/time';

/** A redemption with the records that it found. */
interface Found<Redeem, Stored> {
  readonly redeem: Redeem;
  readonly client: Client__Output;
  readonly stored: Stored;
}
type Expectations<Redeem, Stored> = Readonly<Record<string, (found: Found<Redeem, Stored>) => boolean>>;

const ofClient = (
  grantType: string,
): Expectations<RedeemCode__Output | RedeemRefreshToken__Output, Code__Output | RefreshToken__Output> => ({
  'that the client is not revoked': ({ client }) => client.revokedAt === null,
  'the authentication method': ({ client, redeem }) =>
    client.tokenEndpointAuthMethod === redeem.credentials?.tokenEndpointAuthMethod,
  'the secret': ({ client, redeem }) => client.secretHash.equals(redeem.credentials?.secretHash ?? Buffer.alloc(0)),
  'the grant type': ({ client }) => client.grantTypes.includes(grantType),
  'the client of the record': ({ stored, redeem }) => stored.clientId === redeem.credentials?.clientId,
});

/** The tables of backend.proto, except that both records exist: without them, there is nothing to mint for. */
export const CODE_EXPECTATIONS: Expectations<RedeemCode__Output, Code__Output> = {
  ...ofClient('authorization_code'),
  'the redirect URI': ({ stored, redeem }) => redeem.redirectUri === '' || stored.redirectUri === redeem.redirectUri,
  'the challenge': ({ stored, redeem }) => stored.codeChallenge === redeem.codeChallenge,
  'that the code is not spent': ({ stored }) => stored.spentAt === null,
  'that the code is not expired': ({ stored, redeem }) => isBefore(redeem.at, stored.expiresAt),
};

export const REFRESH_TOKEN_EXPECTATIONS: Expectations<RedeemRefreshToken__Output, RefreshToken__Output> = {
  ...ofClient('refresh_token'),
  'that the lineage is not revoked': ({ stored }) => !stored.lineageRevoked,
  'that the token is not spent': ({ stored }) => stored.spentAt === null,
  'that the token is not expired': ({ stored, redeem }) => isBefore(redeem.at, stored.expiresAt),
  'the age of the lineage': ({ stored, redeem }) =>
    redeem.lineageStartedAfter === null || isBefore(redeem.lineageStartedAfter, stored.lineageStartedAt),
  'the scopes': ({ stored, redeem }) => redeem.scopes.every((scope) => stored.scopes.includes(scope)),
};

function isBefore(a: Timestamp__Output | null, b: Timestamp__Output | null): boolean {
  return (fromTimestamp(a!) ?? NaN) < (fromTimestamp(b!) ?? NaN);
}

export interface Redeeming {
  /** The expectation that the host does not check, by its name in the tables above. */
  readonly ignores?: string;
  /** Changes the result of a redemption. */
  readonly result?: (result: OperationResult__Output) => OperationResult__Output;
}

type Send = (operations: readonly object[]) => Promise<TransactResponse__Output>;

/**
 * A host that redeems with the other operations: it finds the records in one transaction, and then spends, mints and creates
 * in a second one. Correct unless it ignores something, because the second one spends conditionally.
 */
export async function redeeming(
  { operations }: TransactRequest__Output,
  { ignores, result = (unchanged) => unchanged }: Redeeming,
  send: Send,
): Promise<TransactResponse__Output> {
  const steps: { readonly run: readonly object[]; readonly result: (results: OperationResult__Output[]) => object }[] =
    [];
  for (const operation of operations) steps.push(await stepOf(operation));
  const run = steps.flatMap((step) => step.run);
  const { committed, aborted } = run.length === 0 ? { committed: { results: [] }, aborted: null } : await send(run);
  if (aborted) {
    const index = steps.findIndex(
      (_, n) => steps.slice(0, n + 1).flatMap((step) => step.run).length > aborted.operationIndex,
    );
    return { aborted: { ...aborted, operationIndex: index }, outcome: 'aborted' };
  }
  let at = 0;
  const results = steps.map((step) => step.result((committed?.results ?? []).slice(at, (at += step.run.length))));
  return { committed: { results: results }, outcome: 'committed' };

  async function stepOf(operation: Operation__Output): Promise<(typeof steps)[number]> {
    const { redeemCode, redeemRefreshToken } = operation;
    if (redeemCode) {
      const [client, stored] = await find(redeemCode, { findCode: { codeHash: redeemCode.codeHash } });
      const code = stored?.findCode?.code ?? null;
      const asExpected = client && code && holds(CODE_EXPECTATIONS, { redeem: redeemCode, client, stored: code });
      const run = asExpected ? exchange(redeemCode, code) : [];
      return { run, result: (results) => result({ redeemCode: { client, code, minted: mintedOf(results) } }) };
    }
    if (redeemRefreshToken) {
      const { tokenHash } = redeemRefreshToken;
      const [client, stored] = await find(redeemRefreshToken, { findRefreshToken: { tokenHash } });
      const refreshToken = stored?.findRefreshToken?.refreshToken ?? null;
      const found = client && refreshToken && { redeem: redeemRefreshToken, client, stored: refreshToken };
      const run = found && holds(REFRESH_TOKEN_EXPECTATIONS, found) ? refresh(found.redeem, found.stored) : [];
      return {
        run,
        result: (results) => result({ redeemRefreshToken: { client, refreshToken, minted: mintedOf(results) } }),
      };
    }
    return { run: [operation], result: ([only]) => only ?? {} };
  }

  function holds<R, S>(expectations: Expectations<R, S>, found: Found<R, S>): boolean {
    return Object.entries(expectations).every(([name, isMet]) => name === ignores || isMet(found));
  }

  async function find({ credentials }: RedeemCode__Output | RedeemRefreshToken__Output, lookup: object) {
    const { committed } = await send([{ findClient: { clientId: credentials?.clientId } }, lookup]);
    const [client, stored] = committed?.results ?? [];
    return [client?.findClient?.client ?? null, stored] as const;
  }
}

function mintedOf(results: readonly OperationResult__Output[]) {
  return results.find(({ result }) => result === 'mintAccessToken')?.mintAccessToken ?? null;
}

function exchange(redeem: RedeemCode__Output, code: Code__Output): object[] {
  const { clientId, userId, scopes, resource, grantContext, spentAt } = code;
  const { codeHash, lineageId, at, accessTokenExpiresAt, refreshTokenHash, refreshTokenExpiresAt } = redeem;
  const grant = { clientId, userId, scopes, resource, grantContext, lineageId };
  return [
    // A host that ignores that the code is spent does not spend it again.
    ...(spentAt === null ? [{ spendCode: { codeHash, lineageId, at } }] : []),
    { mintAccessToken: { ...grant, expiresAt: accessTokenExpiresAt, at } },
    {
      createRefreshToken: {
        refreshToken: {
          ...grant,
          ...{ tokenHash: refreshTokenHash, issuedAt: at, expiresAt: refreshTokenExpiresAt, lineageStartedAt: at },
        },
      },
    },
  ];
}

function refresh(redeem: RedeemRefreshToken__Output, token: RefreshToken__Output): object[] {
  const { tokenHash, scopes, at, accessTokenExpiresAt, successorHash, successorExpiresAt } = redeem;
  const { clientId, userId, resource, grantContext, lineageId, lineageStartedAt, spentAt } = token;
  const grant = { clientId, userId, resource, grantContext, lineageId };
  return [
    ...(spentAt === null ? [{ spendRefreshToken: { tokenHash, at } }] : []),
    {
      mintAccessToken: {
        ...{ ...grant, scopes: scopes.length === 0 ? token.scopes : scopes },
        ...{ expiresAt: accessTokenExpiresAt, at },
      },
    },
    {
      createRefreshToken: {
        refreshToken: {
          ...{ ...grant, scopes: token.scopes, lineageStartedAt },
          ...{ tokenHash: successorHash, issuedAt: at, expiresAt: successorExpiresAt },
        },
      },
    },
  ];
}
