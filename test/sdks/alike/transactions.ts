import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import { rpcOf } from '@gatehouse/proto/rpc';
import { backendService } from '@gatehouse/proto/services';
import { toTimestamp } from '@gatehouse/proto/time';
import { malformedMessages } from '../../../daemon/hostcheck/subject/malformed.js';
import {
  addCode,
  addToken,
  after,
  client,
  code,
  create,
  find,
  findAccess,
  findCode,
  findToken,
  hash,
  HOUR,
  mint,
  NOW,
  redeem,
  refresh,
  revoke,
  spend,
  spendToken,
  stamp,
  sweep,
  sweepClients,
  token,
} from './oauth-values.js';
import type { Row } from './oauth-values.js';
import type { Seen, Step } from './play.js';
import { SWEEPS } from './sweeps.js';

const TRANSACT = rpcOf(backendService.Transact);
const DAY = 24 * HOUR;

const secretClient = client('secret', {
  tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC',
  secretHash: hash('secret'),
  clientName: '',
  scopes: ['a', 'b', 'a'],
  selfRegistered: false,
  consentedAt: after(-1),
  metadataJson: '{"client_uri":"https://é.example/\\u0000","n":1e3}',
});

const accessToken =
  (step: string, index: number) =>
  (seen: Seen): string => {
    const { committed } = seen(step) as { committed: { results: Record<string, Record<string, unknown>>[] } };
    const result = committed.results[index] ?? {};
    const minted = (result['mintAccessToken'] ?? result['redeemCode']?.['minted'] ?? {}) as Record<string, unknown>;
    const redeemed = result['redeemRefreshToken']?.['minted'] as Record<string, unknown> | undefined;
    return String(redeemed?.['accessToken'] ?? minted['accessToken']);
  };

const CLIENTS: readonly Row[] = [
  ['an unknown client', [find('nobody')]],
  ['a client is created and found', [create(client('c1')), find('c1')]],
  ['the same id again', [find('c1'), create(client('c1', { clientName: 'Other' })), find('c1')]],
  ['the same id in another case', [create(client('C1')), find('C1'), find('c1')]],
  ['a confidential client with everything', [create(secretClient), find('secret')]],
  ['an id with spaces around', [create(client(' c1 ')), find(' c1 ')]],
  ['an id in two Unicode forms', [create(client('e\u0301')), find('\u00e9'), find('e\u0301')]],
  ['an id of 2048 letters', [create(client('ü'.repeat(2048))), find('ü'.repeat(2048))]],
  ['an id of 2049 letters', [create(client('ü'.repeat(2049)))]],
  ['an id beyond the BMP at the limit', [find('😀'.repeat(2048)), find('😀'.repeat(2047))]],
  ['metadata at the limit', [create(client('m1', { metadataJson: `{"x":"${'y'.repeat(16384 - 8)}"}` })), find('m1')]],
  ['metadata above the limit', [create(client('m2', { metadataJson: `{"x":"${'y'.repeat(16385 - 8)}"}` }))]],
  ['metadata that is an array', [create(client('m3', { metadataJson: '[]' }))]],
  ['metadata that is no JSON', [create(client('m3', { metadataJson: '{"x":}' }))]],
  ['metadata with NaN', [create(client('m3', { metadataJson: '{"x":NaN}' }))]],
  ['metadata with a duplicate key', [create(client('m4', { metadataJson: '{"x":1,"x":2}' })), find('m4')]],
  ['metadata with spaces around', [create(client('m5', { metadataJson: ' {"x": 1 } \n' })), find('m5')]],
  ['a public client with a secret', [create(client('s1', { secretHash: hash('x') }))]],
  [
    'a confidential client without a secret',
    [create(client('s2', { tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST' }))],
  ],
  ['a method that is unknown', [create(client('s3', { tokenEndpointAuthMethod: 77 as never }))]],
  ['a client without scopes', [create(client('s4', { scopes: [] }))]],
  ['a client with an empty scope', [create(client('s5', { scopes: ['read', ''] }))]],
  ['a client without redirect URIs', [create(client('s6', { redirectUris: [] }))]],
  ['a client with a redirect URI of 2048', [create(client('s7', { redirectUris: ['x'.repeat(2048)] })), find('s7')]],
  ['a client with the same redirect URI twice', [create(client('s8', { redirectUris: ['a:b', 'a:b'] })), find('s8')]],
  ['a client with many redirect URIs', [create(client('s9', { redirectUris: uris(100) })), find('s9')]],
  ['other grant types', [create(client('g1', { grantTypes: ['urn:x:y', 'implicit'] })), find('g1')]],
  ['a time before 1970', [create(client('t1', { registeredAt: toTimestamp(-1) })), find('t1')]],
  ['the first time', [create(client('t2', { registeredAt: { seconds: -62135596800, nanos: 0 } })), find('t2')]],
  ['the last time', [create(client('t3', { registeredAt: { seconds: 253402300799, nanos: 999e6 } })), find('t3')]],
  ['a time with nanoseconds', [create(client('t4', { registeredAt: { seconds: 5, nanos: 123_999_999 } })), find('t4')]],
  ['a time before all years', [create(client('t5', { registeredAt: { seconds: -62135596801, nanos: 0 } }))]],
  ['a time with a negative fraction', [create(client('t6', { registeredAt: { seconds: 5, nanos: -1 } }))]],
  ['a time with a whole second of nanoseconds', [create(client('t7', { registeredAt: { seconds: 5, nanos: 1e9 } }))]],
  ['the time zero', [create(client('t8', { registeredAt: { seconds: 0, nanos: 0 } })), find('t8')]],
  ['a client that is revoked from the start', [create(client('r1', { revokedAt: after(0) })), find('r1')]],
  ['a consent of a revoked client', [stamp('r1')]],
  ['a consent of an unknown client', [find('c1'), stamp('nobody')]],
  ['two consents', [stamp('c1', 1), stamp('c1', 2), find('c1')]],
  [
    'a replacement',
    [create(client('c1', { clientName: 'New', scopes: ['x'] }), { replaceExisting: true, cap: 1 }), find('c1')],
  ],
  ['a replacement of a revoked client', [create(client('r1'), { replaceExisting: true }), find('r1')]],
  [
    'a replacement of none, with consent',
    [create(client('p1', { consentedAt: after(0) }), { replaceExisting: true }), find('p1')],
  ],
  [
    'a replacement by a confidential one',
    [create({ ...secretClient, clientId: 'p1' }, { replaceExisting: true }), find('p1')],
  ],
  ['the cap', [create(client('k1'), { cap: 1 })]],
  ['the cap beside a revoked one', [create(client('k2', { revokedAt: after(0) }), { cap: 1 }), find('k2')]],
  ['a cap of 2^32 - 1', [create(client('k3'), { cap: 0xffff_ffff })]],
  ['an eviction where one is not enough', [create(client('k4'), { cap: 2, evictOldestUnconsented: true })]],
  ['an eviction below the cap', [create(client('k5'), { cap: 1000, evictOldestUnconsented: true })]],
];

function uris(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `https://client.example/${n}?x=ü y`);
}

const GRANTS: readonly Row[] = [
  ['an unknown code', [findCode('none'), findToken('none')]],
  ['a code is created and found', [addCode(code('code 1', 'c1')), findCode('code 1')]],
  ['the same hash again', [addCode(code('code 1', 'c1', { userId: 'bob' }))]],
  ['the stored code is kept', [findCode('code 1')]],
  ['the same hash twice in one transaction', [addCode(code('code 2', 'c1')), addCode(code('code 2', 'c1'))]],
  ['neither of them is stored', [findCode('code 2')]],
  [
    'a code with a grant context of 4096 bytes',
    [addCode(code('code 3', 'c1', { grantContext: Buffer.alloc(4096, 7) })), findCode('code 3')],
  ],
  ['a code with one of 4097 bytes', [addCode(code('code 4', 'c1', { grantContext: Buffer.alloc(4097, 7) }))]],
  ['a code without scopes', [addCode(code('code 5', 'c1', { scopes: [] }))]],
  ['a code with a spent time', [addCode(code('code 6', 'c1', { spentAt: after(0) }))]],
  ['a code with a lineage', [addCode(code('code 7', 'c1', { lineageId: 'l' }))]],
  [
    'a code of 255 letters of the user',
    [addCode(code('code 8', 'c1', { userId: '😀'.repeat(255) })), findCode('code 8')],
  ],
  ['a code of 256 letters of the user', [addCode(code('code 9', 'c1', { userId: 'x'.repeat(256) }))]],
  [
    'a code that expires before it is issued',
    [addCode(code('code 10', 'c1', { expiresAt: after(-DAY) })), findCode('code 10')],
  ],
  [
    'a code with repeated scopes in an order',
    [addCode(code('code 11', 'c1', { scopes: ['z', 'a', 'z'] })), findCode('code 11')],
  ],
  ['a spend of an unknown code', [spend('none', 'l')]],
  ['a spend', [spend('code 1', 'lineage 1'), findCode('code 1')]],
  ['a second spend', [findCode('code 1'), spend('code 1', 'lineage 2')]],
  ['a spend of an expired code', [spend('code 10', 'lineage 10'), findCode('code 10')]],
  ['a spend that is rolled back', [spend('code 3', 'l'), spend('none', 'l')]],
  ['the code is unspent', [findCode('code 3')]],
  ['a token is created and found', [addToken(token('t 1', 'c1', 'lineage 1')), findToken('t 1')]],
  ['the same token again', [addToken(token('t 1', 'c1', 'other'))]],
  ['a token that is spent already', [addToken(token('t 2', 'c1', 'lineage 1', { spentAt: after(0) }))]],
  ['a token that is revoked already', [addToken(token('t 3', 'c1', 'lineage 1', { lineageRevoked: true }))]],
  [
    'a token with another start of its lineage',
    [addToken(token('t 4', 'c1', 'lineage 1', { lineageStartedAt: after(-5) })), findToken('t 4')],
  ],
  ['a token spent', [spendToken('t 1'), findToken('t 1')]],
  ['a token spent again', [spendToken('t 1', 9)]],
  ['an unknown token spent', [spendToken('none')]],
  ['a mint', [mint('c1', 'lineage 1'), mint('c1', 'lineage 1', { grantContext: Buffer.from('x') })]],
  [
    'the minted token',
    (seen) => [findAccess(accessToken('a mint', 0)(seen)), findAccess('unknown'), findAccess('ü'.repeat(8192))],
  ],
  ['a token to find of 8193 letters', [findAccess('x'.repeat(8193))]],
  ['a mint that expires at once', [mint('c1', 'lineage 1', { expiresAt: after(-1) })]],
  ['that token', (seen) => [findAccess(accessToken('a mint that expires at once', 0)(seen))]],
  ['a mint that is refused', [addToken(token('t 5', 'c1', 'lineage 5')), mint('c1', 'l', { userId: 'deactivated' })]],
  ['nothing is left of it', [findToken('t 5')]],
  ['a mint for an unknown client', [mint('nobody', 'lineage 1')]],
  ['a mint without scopes', [mint('c1', 'lineage 1', { scopes: [] })]],
  ['a mint on an unknown lineage', [mint('c1', 'lineage new')]],
  ['a revocation', [revoke('lineage 1'), revoke('lineage 1'), findToken('t 1'), findToken('t 4')]],
  [
    'the tokens of the revoked lineage',
    (seen) => [findAccess(accessToken('a mint', 0)(seen)), findAccess(accessToken('a mint', 1)(seen))],
  ],
  ['a token of the revoked lineage', [addToken(token('t 6', 'c1', 'lineage 1'))]],
  ['a spend of a revoked unspent token', [spendToken('t 4')]],
  ['a spend of a revoked spent token', [spendToken('t 1')]],
  ['a mint on the revoked lineage', [mint('c1', 'lineage 1')]],
  ['a refused mint on the revoked lineage', [mint('c1', 'lineage 1', { userId: 'deactivated' })]],
  ['a revocation before the lineage exists', [revoke('later'), addToken(token('t 7', 'c1', 'later'))]],
  ['which was rolled back', [addToken(token('t 8', 'c1', 'later')), revoke('later'), findToken('t 8')]],
  ['a hash that exists, on a revoked lineage', [addToken(token('t 1', 'c1', 'lineage 1'))]],
  [
    'a code and a token with one hash',
    [addCode(code('both', 'c1')), addToken(token('both', 'c1', 'both')), findCode('both'), findToken('both')],
  ],
];

const REDEMPTIONS: readonly Row[] = [
  ['a client for redemptions', [create(client('web')), create({ ...secretClient, clientId: 'conf' })]],
  [
    'codes for redemptions',
    ['a', 'b', 'c', 'd', 'e'].map((name) => addCode(code(`r ${name}`, 'web', { grantContext: Buffer.from(name) }))),
  ],
  ['a redemption', [redeem('r a', 'web'), findCode('r a'), findToken('token of r a')]],
  ['its token', (seen) => [findAccess(accessToken('a redemption', 0)(seen))]],
  ['a second one', [redeem('r a', 'web', { refreshTokenHash: hash('x') })]],
  ['one of an unknown code', [redeem('none', 'web')]],
  ['one of an unknown client', [redeem('r b', 'nobody')]],
  ['one of another client', [redeem('r b', 'c1')]],
  ['one of a revoked client', [redeem('r b', 'r1')]],
  ['one with another challenge', [redeem('r b', 'web', { codeChallenge: 'x'.repeat(43) })]],
  ['one with another redirect URI', [redeem('r b', 'web', { redirectUri: 'https://client.example/Callback' })]],
  ['one without a redirect URI', [redeem('r b', 'web', { redirectUri: '' })]],
  [
    'one with a method that the client does not use',
    [
      redeem('r c', 'web', {
        credentials: {
          clientId: 'web',
          tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST',
          secretHash: hash('x'),
        },
      }),
    ],
  ],
  [
    'one with a secret and the method none',
    [
      redeem('r c', 'web', {
        credentials: {
          clientId: 'web',
          tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
          secretHash: hash('x'),
        },
      }),
    ],
  ],
  ['one at the moment of the expiry', [redeem('r c', 'web', { at: after(HOUR) })]],
  ['one a millisecond before', [redeem('r c', 'web', { at: after(HOUR - 1) })]],
  ['one with a hash that exists', [redeem('r d', 'web', { refreshTokenHash: hash('token of r a') })]],
  ['the code is still unspent', [findCode('r d')]],
  ['one into a revoked lineage', [redeem('r d', 'web', { lineageId: 'lineage 1' })]],
  ['a refused redemption', [addCode(code('r f', 'web', { userId: 'deactivated' })), redeem('r f', 'web')]],
  [
    'a refused redemption of a spent code',
    [addCode(code('r g', 'web', { userId: 'deactivated' })), spend('r g', 'l g'), redeem('r g', 'web')],
  ],
  ['a refresh', [refresh('token of r a', 'web'), findToken('token of r a'), findToken('successor of token of r a')]],
  ['a refresh again', [refresh('token of r a', 'web', { successorHash: hash('y') })]],
  [
    'a refresh with fewer scopes',
    [refresh('token of r b', 'web', { scopes: ['read'] }), findToken('successor of token of r b')],
  ],
  ['a refresh with more scopes', [refresh('token of r c', 'web', { scopes: ['read', 'admin'] })]],
  ['a refresh with the same scope twice', [refresh('token of r c', 'web', { scopes: ['read', 'read'] })]],
  [
    'a refresh of a lineage that is too old',
    [refresh('successor of token of r b', 'web', { lineageStartedAfter: after(5) })],
  ],
  [
    'a refresh of one that is just young enough',
    [refresh('successor of token of r b', 'web', { lineageStartedAfter: after(4) })],
  ],
  [
    'a refresh of a revoked lineage',
    [addToken(token('rt 1', 'web', 'rev 1')), revoke('rev 1'), refresh('rt 1', 'web')],
  ],
  ['a refresh at the expiry', [addToken(token('rt 2', 'web', 'rev 2')), refresh('rt 2', 'web', { at: after(HOUR) })]],
  ['a refresh without at', [refresh('rt 2', 'web', { at: null })]],
  [
    'a refresh by a client without the grant type',
    [
      create(client('only', { grantTypes: ['authorization_code'] })),
      addToken(token('rt 3', 'only', 'o')),
      refresh('rt 3', 'only'),
    ],
  ],
];

const REQUESTS: readonly Row[] = [
  ['no operations', []],
  ['16 operations', Array.from({ length: 16 }, () => find('c1'))],
  ['17 operations', Array.from({ length: 17 }, () => find('c1'))],
  ['an operation without a member', [find('c1'), {}]],
  ['a malformed operation after a failing one', [stamp('nobody'), find('')]],
  ['an operation without a member after a malformed one', [find(''), {}]],
  ['a malformed operation after one without a member', [{}, find('')]],
  ['a client without any client', [{ createClient: { cap: 1 } }]],
];

/** Each operation with every field that has a rule, for malformed copies of it. */
const EXAMPLES: readonly Operation[] = [
  find('c1'),
  create({ ...secretClient, clientId: 'example', redirectUris: ['https://client.example/'] }),
  sweepClients(-1000 * DAY),
  stamp('c1'),
  addCode(code('example', 'c1', { grantContext: Buffer.from('x') })),
  findCode('example'),
  spend('example', 'example'),
  addToken(token('example', 'c1', 'example', { grantContext: Buffer.from('x') })),
  findToken('example'),
  spendToken('example'),
  revoke('example'),
  sweep(-1000 * DAY),
  mint('c1', 'example', { grantContext: Buffer.from('x') }),
  findAccess('example'),
  redeem('example', 'web'),
  refresh('example', 'web', { scopes: ['read'], lineageStartedAfter: toTimestamp(NOW) }),
];

const MALFORMED: readonly Row[] = EXAMPLES.flatMap((operation) =>
  malformedMessages('gatehouse.host.v1.Operation', operation as Record<string, unknown>).map(
    ({ what, message }): Row => [`malformed: ${what}`, [message as Operation]],
  ),
);

export function steps(rows: readonly Row[]): readonly Step[] {
  const names = new Map<string, number>();
  return rows.map(([what, operations]) => {
    const count = (names.get(what) ?? 0) + 1;
    names.set(what, count);
    return {
      what: count === 1 ? what : `${what} (${count})`,
      rpc: TRANSACT,
      namesField: true,
      request: (seen) => ({ operations: typeof operations === 'function' ? operations(seen) : operations }),
    };
  });
}

/** Transactions with their edges, and a malformed copy of every operation for each rule of its fields. */
export const TRANSACTIONS = steps([...CLIENTS, ...GRANTS, ...REDEMPTIONS, ...REQUESTS, ...SWEEPS, ...MALFORMED]);
