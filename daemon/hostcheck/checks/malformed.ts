import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { TransactRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import { toTimestamp } from '@gatehouse/proto/time';
import { status } from '@grpc/grpc-js';
import { randomToken } from '../../core/crypto.js';
import type { Backend } from '../subject/backend.js';
import type { Check } from '../subject/check.js';
import { RpcStatus } from '../subject/connection.js';
import { expectThat } from '../subject/expectations.js';
import { malformedMessages } from '../subject/malformed.js';
import { Rejections } from '../subject/rejections.js';
import {
  createClient,
  createCode,
  createRefreshToken,
  findAccessToken,
  findClient,
  findCode,
  findRefreshToken,
  LIFETIME_MS,
  mintAccessToken,
  newClient,
  newHash,
  newId,
  nowTimestamp,
  OLD,
  revokeLineage,
  spendCode,
  spendRefreshToken,
  stampConsent,
  sweepExpired,
  sweepUnconsentedClients,
} from '../subject/operations.js';

/**
 * A valid operation of each kind, with every field that has a rule. A malformed copy that a host accepts must do no harm:
 * sweeps are dated before all records, and everything else has a new id.
 */
function examples(backend: Backend): readonly Operation[] {
  const client = newClient({
    tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC',
    secretHash: newHash(),
    metadataJson: '{}',
  });
  const grantContext = Buffer.from('check-host');
  return [
    findClient(newId()),
    createClient(client),
    sweepUnconsentedClients(OLD - 1),
    stampConsent(newId()),
    createCode(backend.newCode({ grantContext })),
    findCode(newHash()),
    spendCode(newHash(), newId()),
    createRefreshToken(backend.newRefreshToken({ grantContext })),
    findRefreshToken(newHash()),
    spendRefreshToken(newHash()),
    revokeLineage(newId()),
    sweepExpired(OLD - 1),
    mintAccessToken(backend.newMint({ grantContext })),
    findAccessToken(newId()),
  ];
}

/** For a host that offers them. They find neither client nor code or token. */
function redemptions(): readonly Operation[] {
  const credentials = {
    clientId: newId(),
    tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST',
    secretHash: newHash(),
  } as const;
  const at = nowTimestamp();
  const expiresAt = toTimestamp(Date.now() + LIFETIME_MS);
  const redirectUri = 'https://check-host.example/callback';
  return [
    {
      redeemCode: {
        credentials,
        codeHash: newHash(),
        redirectUri,
        codeChallenge: randomToken(),
        lineageId: newId(),
        at,
        accessTokenExpiresAt: expiresAt,
        refreshTokenHash: newHash(),
        refreshTokenExpiresAt: expiresAt,
      },
    },
    {
      redeemRefreshToken: {
        credentials,
        tokenHash: newHash(),
        scopes: ['read'],
        lineageStartedAfter: at,
        at,
        accessTokenExpiresAt: expiresAt,
        successorHash: newHash(),
        successorExpiresAt: expiresAt,
      },
    },
  ];
}

const PUBLIC = { tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE' } as const;
const CONFIDENTIAL = { tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST' } as const;

/** Operations that break a comment of a field, beyond its rules. */
function beyondTheRules(): readonly (readonly [what: string, operation: Operation])[] {
  const secretHash = newHash();
  return [
    ['create_client.client.secret_hash of a public client', createClient(newClient({ ...PUBLIC, secretHash }))],
    ['create_client.client.secret_hash that a confidential client lacks', createClient(newClient(CONFIDENTIAL))],
    ...['[]', '"{}"', '{"x":}', '{"x":NaN}', 'null'].map((metadataJson): readonly [string, Operation] => [
      `create_client.client.metadata_json ${metadataJson}`,
      createClient(newClient({ metadataJson })),
    ]),
  ];
}

function credentialsBeyondTheRules(): readonly (readonly [what: string, operation: Operation])[] {
  const clientId = newId();
  const wrong = [
    ['of a public client', { clientId, ...PUBLIC, secretHash: newHash() }],
    ['that a confidential client lacks', { clientId, ...CONFIDENTIAL }],
  ] as const;
  return wrong.flatMap(([what, credentials]) =>
    redemptions().map(({ redeemCode, redeemRefreshToken }): readonly [string, Operation] =>
      redeemCode
        ? [`redeem_code.credentials.secret_hash ${what}`, { redeemCode: { ...redeemCode, credentials } }]
        : [
            `redeem_refresh_token.credentials.secret_hash ${what}`,
            { redeemRefreshToken: { ...redeemRefreshToken, credentials } },
          ],
    ),
  );
}

const REQUEST = 'gatehouse.host.v1.TransactRequest';

const malformedOperation: Check = {
  name: 'operation/malformed',
  citation: 'backend.proto: Transact, INVALID_ARGUMENT',
  on: 'transactions',
  run: async ({ backend, description }) => {
    const offersRedeem = description.capabilities.includes('CAPABILITY_REDEEM');
    const rejections = new Rejections();
    const attempt = (what: string, { operations = [] }: TransactRequest): Promise<void> =>
      rejections.attempt(what, async () => {
        const answered = await backend.status(operations);
        if (answered !== (status.OK as number)) throw new RpcStatus(answered, what);
      });
    await attempt('no operation', { operations: [] });
    await attempt('17 operations', { operations: Array.from({ length: 17 }, () => findClient(newId())) });
    for (const operation of [...examples(backend), ...(offersRedeem ? redemptions() : [])]) {
      for (const { what, message } of malformedMessages(REQUEST, { operations: [operation] })) {
        // The list itself has been tried; each member of the oneof is set by definition.
        if (!what.startsWith('operations[0].')) continue;
        await attempt(what.slice('operations[0].'.length), message);
      }
    }
    for (const [what, operation] of [...beyondTheRules(), ...(offersRedeem ? credentialsBeyondTheRules() : [])]) {
      await attempt(what, { operations: [operation] });
    }
    rejections.expectAll(
      'Check all operations by the rules of their fields (options.proto: FieldRules) and by their comments before you run the first one, and name the field in the status message.',
    );
    const code = backend.newCode();
    await backend.status([createCode(code), findCode(Buffer.alloc(31))]);
    expectThat(
      (await backend.code(code.codeHash)) === null,
      'nothing changed',
      'the operation before the malformed one took effect',
      'Check all operations before you run the first one.',
    );
  },
};

export const MALFORMED_CHECKS: readonly Check[] = [malformedOperation];
