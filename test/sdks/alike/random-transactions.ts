import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import { malformedMessages } from '../../../daemon/hostcheck/subject/malformed.js';
import type { Dice } from '../../support/dice.js';
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
  hash,
  HOUR,
  mint,
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

/** Few names and times, so that transactions meet each other's rows. */
const CLIENTS = ['a', 'b', 'c', 'D', 'd', 'é', 'e\u0301'];
const GRANTS = ['g1', 'g2', 'g3', 'g4', 'g5', 'g6'];
const LINEAGES = ['l1', 'l2', 'l3', 'lineage of g1', 'lineage of g2'];
const TIMES = [-900 * HOUR, -HOUR - 1, -1, 0, 1, HOUR - 1, HOUR, 1000 * HOUR];
const SCOPES = [['read'], ['write', 'read'], ['read', 'read'], ['admin']];
const METHODS = ['TOKEN_ENDPOINT_AUTH_METHOD_NONE', 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST'] as const;

const OPERATIONS: readonly ((dice: Dice) => Operation)[] = [
  (dice) => find(dice.pick(CLIENTS)),
  (dice) => {
    const method = dice.pick(METHODS);
    return create(
      client(dice.pick(CLIENTS), {
        tokenEndpointAuthMethod: method,
        ...(method !== METHODS[0] && { secretHash: hash('secret') }),
        registeredAt: after(dice.pick(TIMES)),
        selfRegistered: dice.below(3) > 0,
        ...(dice.below(4) === 0 && { consentedAt: after(dice.pick(TIMES)) }),
        ...(dice.below(6) === 0 && { revokedAt: after(dice.pick(TIMES)) }),
      }),
      {
        cap: dice.pick([0, 1, 2, 4, 100]),
        evictOldestUnconsented: dice.below(3) === 0,
        replaceExisting: dice.below(3) === 0,
      },
    );
  },
  (dice) => sweepClients(dice.pick(TIMES)),
  (dice) => stamp(dice.pick(CLIENTS), dice.pick(TIMES)),
  (dice) =>
    addCode(
      code(dice.pick(GRANTS), dice.pick(CLIENTS), { scopes: dice.pick(SCOPES), expiresAt: after(dice.pick(TIMES)) }),
    ),
  (dice) => findCode(dice.pick(GRANTS)),
  (dice) => spend(dice.pick(GRANTS), dice.pick(LINEAGES)),
  (dice) =>
    addToken(
      token(dice.pick(GRANTS), dice.pick(CLIENTS), dice.pick(LINEAGES), {
        scopes: dice.pick(SCOPES),
        expiresAt: after(dice.pick(TIMES)),
        lineageStartedAt: after(dice.pick(TIMES)),
      }),
    ),
  (dice) => findToken(dice.pick(GRANTS)),
  (dice) => spendToken(dice.pick(GRANTS), dice.pick(TIMES)),
  (dice) => revoke(dice.pick(LINEAGES)),
  (dice) => sweep(dice.pick(TIMES)),
  (dice) =>
    mint(dice.pick(CLIENTS), dice.pick(LINEAGES), {
      userId: dice.pick(['ada', 'deactivated']),
      scopes: dice.pick(SCOPES),
    }),
  (dice) =>
    redeem(dice.pick(GRANTS), dice.pick(CLIENTS), {
      at: after(dice.pick(TIMES)),
      redirectUri: dice.pick(['', 'https://client.example/callback', 'x:y']),
    }),
  (dice) =>
    refresh(dice.pick(GRANTS), dice.pick(CLIENTS), {
      at: after(dice.pick(TIMES)),
      scopes: dice.pick([[], ...SCOPES]),
      ...(dice.below(3) === 0 && { lineageStartedAfter: after(dice.pick(TIMES)) }),
    }),
];

/** Transactions of up to four operations; in some of them, one breaks a rule of a field. */
export function randomTransactions(dice: Dice, count: number): readonly Row[] {
  return Array.from({ length: count }, (_, n): Row => {
    const operations = Array.from({ length: 1 + dice.below(4) }, () => dice.pick(OPERATIONS)(dice));
    if (dice.below(6) === 0) operations.splice(dice.below(operations.length), 1, malformed(dice));
    return [`random ${n}: ${operations.map((one) => Object.keys(one)[0]).join(', ')}`, operations];
  });
}

function malformed(dice: Dice): Operation {
  const whole = dice.pick(OPERATIONS)(dice) as Record<string, unknown>;
  return dice.pick(malformedMessages('gatehouse.host.v1.Operation', whole)).message;
}
