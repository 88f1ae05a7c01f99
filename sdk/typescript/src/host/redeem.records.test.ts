import type { RedeemCode__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemCode';
import type { RedeemRefreshToken__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RedeemRefreshToken';
import { expect } from 'chai';
import type { Client, Code, RefreshToken, TransactionBundle } from '../ports/backend.js';
import { toProtoClient, toProtoCode, toProtoRefreshToken } from '../wire/oauth-records.js';
import { redeemCode, redeemRefreshToken } from './redeem.js';
import { recordedStores } from './testing/recorded-stores.js';

const SECRET_HASH = Buffer.alloc(32, 1);
const [TOKEN_HASH, NEXT_HASH] = [Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
const [NO_BYTES, CONTEXT] = [Buffer.alloc(0), Buffer.from('tenant')];
const CHALLENGE = 'c'.repeat(43);
const [NOW, ACCESS_UNTIL, REFRESH_UNTIL] = [new Date(5000), new Date(6000), new Date(9000)];
const wire = (date: Date) => ({ seconds: String(date.getTime() / 1000), nanos: 0 });
const MINTED = { accessToken: 'token', expiresAt: new Date(5500) };

const CLIENT: Client = {
  clientId: 'c',
  clientName: 'Client',
  redirectUris: ['https://client.example/callback'],
  tokenEndpointAuthMethod: 'client_secret_post',
  secretHash: SECRET_HASH,
  scopes: ['read', 'write'],
  grantTypes: ['authorization_code', 'refresh_token'],
  registeredAt: new Date(0),
  selfRegistered: true,
  metadata: {},
};
const GRANT = { clientId: 'c', userId: 'ada', scopes: ['read', 'write'], resource: 'r', grantContext: CONTEXT };
const CODE: Code = {
  ...GRANT,
  codeHash: TOKEN_HASH,
  redirectUri: 'https://client.example/callback',
  codeChallenge: CHALLENGE,
  issuedAt: new Date(0),
  expiresAt: new Date(5001),
};
const TOKEN: RefreshToken = {
  ...GRANT,
  tokenHash: TOKEN_HASH,
  lineageId: 'l',
  issuedAt: new Date(0),
  expiresAt: new Date(5001),
  lineageStartedAt: new Date(2001),
  lineageRevoked: false,
};
const CREDENTIALS = {
  clientId: 'c',
  tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST',
  secretHash: SECRET_HASH,
} as const;
const PUBLIC_CREDENTIALS = {
  clientId: 'c',
  tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
  secretHash: NO_BYTES,
} as const;
const PUBLIC_CLIENT: Client = { ...CLIENT, tokenEndpointAuthMethod: 'none' };
delete (PUBLIC_CLIENT as { secretHash?: Buffer }).secretHash;

const SENT_CODE: RedeemCode__Output = {
  credentials: CREDENTIALS,
  codeHash: TOKEN_HASH,
  redirectUri: CODE.redirectUri,
  codeChallenge: CHALLENGE,
  lineageId: 'l',
  at: wire(NOW),
  accessTokenExpiresAt: wire(ACCESS_UNTIL),
  refreshTokenHash: NEXT_HASH,
  refreshTokenExpiresAt: wire(REFRESH_UNTIL),
};
const SENT_TOKEN: RedeemRefreshToken__Output = {
  credentials: CREDENTIALS,
  tokenHash: TOKEN_HASH,
  scopes: ['write'],
  lineageStartedAfter: wire(new Date(2000)),
  at: wire(NOW),
  accessTokenExpiresAt: wire(ACCESS_UNTIL),
  successorHash: NEXT_HASH,
  successorExpiresAt: wire(REFRESH_UNTIL),
};

interface Case<Sent, Stored> {
  readonly sent?: Partial<Sent>;
  readonly stored?: Partial<Stored>;
  readonly client?: Client | undefined;
}

const USABLE_CLIENTS = {
  'of a public client': { sent: { credentials: PUBLIC_CREDENTIALS }, client: PUBLIC_CLIENT },
};
const UNUSABLE_CLIENTS = {
  'of an unknown client': { client: undefined },
  'of a revoked client': { client: { ...CLIENT, revokedAt: new Date(1) } },
  'of a client that authenticates in another way': {
    client: { ...CLIENT, tokenEndpointAuthMethod: 'client_secret_basic' as const },
  },
  'of a client with another secret': { client: { ...CLIENT, secretHash: Buffer.alloc(32, 9) } },
  'of a public client that has a secret': {
    sent: { credentials: PUBLIC_CREDENTIALS },
    client: { ...PUBLIC_CLIENT, secretHash: SECRET_HASH },
  },
  'of a confidential client without a stored secret': {
    client: { ...PUBLIC_CLIENT, tokenEndpointAuthMethod: 'client_secret_post' as const },
  },
  'of a client that may not use the grant': { client: { ...CLIENT, grantTypes: [] } },
  'of another client': { stored: { clientId: 'other' } },
};

describe('a code that is redeemed (backend.proto: RedeemCode)', () => {
  async function redeemed({ sent, stored, ...more }: Case<RedeemCode__Output, Code>, code: Code | null = CODE) {
    const client = 'client' in more ? more.client : CLIENT;
    const found = code === null ? undefined : { ...code, ...stored };
    const { calls, bundle } = recordedStores({
      'clients.find': client,
      'codes.find': found,
      'accessTokens.mint': MINTED,
    });
    const result = await redeemCode.parse({ ...SENT_CODE, ...sent }, 0)(bundle);
    return { calls, result, client, found };
  }

  for (const [what, change] of Object.entries<Case<RedeemCode__Output, Code>>({
    'as it is expected': {},
    'for the only redirect URI, which the client need not send': { sent: { redirectUri: '' } },
    ...USABLE_CLIENTS,
  })) {
    it(`${what}, is spent for an access token and a refresh token`, async () => {
      const { calls, result, client, found } = await redeemed(change);
      expect(calls).to.deep.equal([
        ['clients.find', 'c'],
        ['codes.find', TOKEN_HASH],
        ['codes.spend', TOKEN_HASH, 'l', NOW],
        ['accessTokens.mint', { ...GRANT, lineageId: 'l', expiresAt: ACCESS_UNTIL, at: NOW }],
        [
          'refreshTokens.create',
          {
            ...GRANT,
            lineageId: 'l',
            tokenHash: NEXT_HASH,
            issuedAt: NOW,
            expiresAt: REFRESH_UNTIL,
            lineageStartedAt: NOW,
            lineageRevoked: false,
          },
        ],
      ]);
      expect(result).to.deep.equal({
        minted: { accessToken: 'token', expiresAt: { seconds: 5, nanos: 500_000_000 } },
        client: toProtoClient(client!),
        code: toProtoCode(found!),
      });
    });
  }

  for (const [what, change] of Object.entries<Case<RedeemCode__Output, Code>>({
    ...UNUSABLE_CLIENTS,
    'of a client that may only refresh': { client: { ...CLIENT, grantTypes: ['refresh_token'] } },
    'for another redirect URI': { stored: { redirectUri: 'https://client.example/other' } },
    'with another challenge': { stored: { codeChallenge: 'd'.repeat(43) } },
    'that is spent': { stored: { spent: { at: new Date(1), lineageId: 'l' } } },
    'in the moment in which it expires': { stored: { expiresAt: NOW } },
  })) {
    it(`${what}, stays as it is, and Gatehouse learns what is stored`, async () => {
      const { calls, result, client, found } = await redeemed(change);
      expect(calls.map(([call]) => call)).to.deep.equal(['clients.find', 'codes.find']);
      expect(result).to.deep.equal({ client: client ? toProtoClient(client) : null, code: toProtoCode(found!) });
    });
  }

  it('without being known, is answered without one', async () => {
    const { calls, result } = await redeemed({}, null);
    expect(calls).to.have.length(2);
    expect(result).to.deep.equal({ client: toProtoClient(CLIENT), code: null });
  });
});

describe('a refresh token with its client (backend.proto: RedeemRefreshToken)', () => {
  async function redeemed(
    { sent, stored, ...more }: Case<RedeemRefreshToken__Output, RefreshToken>,
    token: RefreshToken | null = TOKEN,
  ) {
    const client = 'client' in more ? more.client : CLIENT;
    const found = token === null ? undefined : { ...token, ...stored };
    const { calls, bundle } = recordedStores({
      'clients.find': client,
      'refreshTokens.find': found,
      'accessTokens.mint': MINTED,
    });
    const run = redeemRefreshToken.parse({ ...SENT_TOKEN, ...sent }, 0);
    return { calls, result: await run(bundle), client, found };
  }

  for (const [what, change] of Object.entries<Case<RedeemRefreshToken__Output, RefreshToken>>({
    'as it is expected': {},
    'in a lineage of any age': { sent: { lineageStartedAfter: null } },
    ...USABLE_CLIENTS,
  })) {
    it(`${what}, is spent for an access token and its successor`, async () => {
      const { calls, result, client, found } = await redeemed(change);
      expect(calls).to.deep.equal([
        ['clients.find', 'c'],
        ['refreshTokens.find', TOKEN_HASH],
        ['refreshTokens.spend', TOKEN_HASH, NOW],
        ['accessTokens.mint', { ...GRANT, scopes: ['write'], lineageId: 'l', expiresAt: ACCESS_UNTIL, at: NOW }],
        [
          'refreshTokens.create',
          { ...TOKEN, tokenHash: NEXT_HASH, issuedAt: NOW, expiresAt: REFRESH_UNTIL, lineageRevoked: false },
        ],
      ]);
      expect(result).to.deep.equal({
        minted: { accessToken: 'token', expiresAt: { seconds: 5, nanos: 500_000_000 } },
        client: toProtoClient(client!),
        refreshToken: toProtoRefreshToken(found!),
      });
    });
  }

  for (const [what, change] of Object.entries<Case<RedeemRefreshToken__Output, RefreshToken>>({
    ...UNUSABLE_CLIENTS,
    'of a client that may not refresh': { client: { ...CLIENT, grantTypes: ['authorization_code'] } },
    'of a revoked lineage': { stored: { lineageRevoked: true } },
    'that is spent': { stored: { spentAt: new Date(1) } },
    'in the moment in which it expires': { stored: { expiresAt: NOW } },
    'in a lineage that is just too old': { stored: { lineageStartedAt: new Date(2000) } },
    'without one of the requested scopes': { sent: { scopes: ['read', 'admin'] } },
  })) {
    it(`${what}, stays as it is, and Gatehouse learns what is stored`, async () => {
      const { calls, result, client, found } = await redeemed(change);
      expect(calls.map(([call]) => call)).to.deep.equal(['clients.find', 'refreshTokens.find']);
      expect(result).to.deep.equal({
        client: client ? toProtoClient(client) : null,
        refreshToken: toProtoRefreshToken(found!),
      });
    });
  }

  it('without being known, is answered without one', async () => {
    const { calls, result } = await redeemed({}, null);
    expect(calls).to.have.length(2);
    expect(result).to.deep.equal({ client: toProtoClient(CLIENT), refreshToken: null });
  });
});

describe('redemptions by stores that take calls at once (ports: TransactionBundle)', () => {
  for (const [what, atOnce] of [
    ['find the client and the code at the same time', true],
    ['find one after the other, unless the stores say so', undefined],
  ] as const) {
    it(what, async () => {
      const begun: string[] = [];
      let answer = (): void => undefined;
      const answered = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
      const find = (name: string) => ({ find: () => (begun.push(name), answered) });
      const bundle = {
        ...(atOnce && { takesCallsAtOnce: atOnce }),
        clients: find('client'),
        codes: find('code'),
        refreshTokens: find('token'),
      } as unknown as TransactionBundle;
      const running = [redeemCode.parse(SENT_CODE, 0)(bundle), redeemRefreshToken.parse(SENT_TOKEN, 0)(bundle)];
      expect(begun).to.deep.equal(atOnce ? ['client', 'code', 'client', 'token'] : ['client', 'client']);
      answer();
      await Promise.all(running);
    });
  }
});
