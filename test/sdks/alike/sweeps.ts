import {
  addCode,
  addToken,
  after,
  client,
  code,
  create,
  find,
  findCode,
  findToken,
  HOUR,
  mint,
  revoke,
  spendToken,
  sweep,
  sweepClients,
  token,
} from './oauth-values.js';
import type { Row } from './oauth-values.js';

const DAY = 24 * HOUR;

const old = (id: string, others: object = {}) => create(client(id, { registeredAt: after(-400 * DAY), ...others }));

/** A thousand and one rows of both kinds, in transactions of 16. */
const manyExpired: readonly Row[] = Array.from({ length: 64 }, (_, n) => [
  `many expired rows ${n}`,
  Array.from({ length: 16 }, (_, m) =>
    m % 2 === 0
      ? addCode(code(`many ${n} ${m}`, 'c1', { expiresAt: after(-20 * DAY) }))
      : addToken(token(`many ${n} ${m}`, 'c1', 'many', { expiresAt: after(-20 * DAY) })),
  ),
]);

/** Sweeps at their limits, and clients that a sweep removes or keeps. */
export const SWEEPS: readonly Row[] = [
  [
    'expired rows',
    [
      addCode(code('x 1', 'c1', { expiresAt: after(-10 * DAY) })),
      addToken(token('x 2', 'c1', 'x', { expiresAt: after(-10 * DAY) })),
    ],
  ],
  ['a sweep of rows that expire exactly then', [sweep(-10 * DAY), findCode('x 1'), findToken('x 2')]],
  ['a sweep a millisecond later', [sweep(-10 * DAY + 1), findCode('x 1'), findToken('x 2')]],
  ...manyExpired,
  ['a sweep of 1024 rows', [sweep(-19 * DAY)]],
  ['the rest', [sweep(-19 * DAY), sweep(-19 * DAY)]],
  [
    'old clients',
    [
      old('old'),
      old('old consented', { consentedAt: after(-300 * DAY) }),
      old('old made by an operator', { selfRegistered: false }),
      old('old revoked', { revokedAt: after(-1) }),
      old('old with a code'),
      old('old with a token'),
      old('old with a spent token'),
      old('old with an expired token'),
      old('old with a revoked token'),
      old('old with an access token'),
    ],
  ],
  [
    'their grants',
    [
      addCode(code('of old', 'old with a code')),
      addToken(token('of old token', 'old with a token', 'o 1')),
      addToken(token('of old spent', 'old with a spent token', 'o 2')),
      spendToken('of old spent'),
      addToken(token('of old expired', 'old with an expired token', 'o 3', { expiresAt: after(-DAY) })),
      addToken(token('of old revoked', 'old with a revoked token', 'o 4')),
      revoke('o 4'),
      mint('old with an access token', 'o 5'),
    ],
  ],
  ['a sweep of clients that registered exactly then', [sweepClients(-400 * DAY)]],
  ['a sweep of clients', [sweepClients(-400 * DAY + 1)]],
  [
    'what it left',
    [
      '',
      ' consented',
      ' made by an operator',
      ' revoked',
      ' with a code',
      ' with a token',
      ' with a spent token',
      ' with an expired token',
      ' with a revoked token',
      ' with an access token',
    ].map((name) => find(`old${name}`)),
  ],
  [
    'the grants of those that it removed',
    [findCode('of old'), findToken('of old expired'), findToken('of old revoked')],
  ],
  ['rows that live', [addCode(code('live 1', 'c1')), addToken(token('live 2', 'c1', 'live'))]],
  ['a sweep by a clock that is ahead', [sweep(10 * HOUR), findCode('live 1'), findToken('live 2')]],
  ['a mint for longer than any', [mint('c1', 'live', { expiresAt: after(500 * DAY) })]],
  ['a mint behind a revocation', [spendToken('live 2'), mint('c1', 'live'), revoke('live'), mint('c1', 'live')]],
  [
    'a spend behind a revocation',
    [
      addToken(token('live 3', 'c1', 'live')),
      mint('c1', 'live'),
      revoke('live'),
      findToken('live 3'),
      spendToken('live 3'),
    ],
  ],
  ['the token before the revocation', [findToken('live 3'), spendToken('live 2'), findToken('live 2')]],
];
