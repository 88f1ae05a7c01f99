import { expect } from 'chai';
import { BUILD_MS, buildGoHost } from '../../support/sdk-go.js';
import { EVERY_TEST, usual } from '../../support/every-test.js';
import type { Engine, Half, Transport } from './hosts.js';
import { openSubjects } from './hosts.js';
import type { Step } from './play.js';
import { play } from './play.js';
import { CALLS, MORE_CALLS } from './calls.js';
import { RANDOM_CALLS, RANDOM_TRANSACTIONS } from './random.js';
import { TRANSACTIONS } from './transactions.js';

const ALL: readonly (readonly [Engine, Transport])[] = [
  ['PostgreSQL', 'gRPC'],
  ['SQLite', 'HTTP with JSON'],
  ['SQLite', 'gRPC'],
  ['PostgreSQL', 'HTTP with JSON'],
];
/** Each transport and each database once; make every-test runs all of them. */
const COMBINATIONS = usual(ALL, 2);

/** Each host gets every step, in order. Lists the answers that differ from those of the first host. */
async function differences(half: Half, engine: Engine, transport: Transport, steps: readonly Step[]) {
  const subjects = await openSubjects(half, engine, transport);
  // At once: each of them waits for its host.
  const answers = await Promise.all(
    subjects.map(async ({ sdk, connection, close }) => {
      const texts = await play(steps, connection);
      await close();
      return [sdk, texts] as const;
    }),
  );
  return steps.flatMap(({ what }) => {
    const given = answers.map(([sdk, texts]) => [sdk, texts.get(what)] as const);
    const isAlike = given.every(([, text]) => text === given[0]?.[1]);
    return isAlike ? [] : [{ what, ...Object.fromEntries(given) }];
  });
}

describe('every SDK', function () {
  this.timeout(BUILD_MS);

  before(async () => {
    await buildGoHost();
    await buildGoHost('adminhost');
  });

  const TABLES: readonly (readonly [string, Half, readonly Step[]])[] = [
    [`${TRANSACTIONS.length} transactions`, 'oauth', TRANSACTIONS],
    [`${CALLS.length} calls of the admin backend`, 'admin', CALLS],
    [`${MORE_CALLS.length} more calls of the admin backend (HC-98, HC-99, HC-100)`, 'admin', MORE_CALLS],
  ];
  // Other values for the same code: `make test` has each of them on one combination.
  const RANDOM: typeof TABLES = [
    [`${RANDOM_CALLS.length} random calls of the admin backend`, 'admin', RANDOM_CALLS],
    [`${RANDOM_TRANSACTIONS.length} random transactions`, 'oauth', RANDOM_TRANSACTIONS],
  ];
  for (const [index, [engine, transport]] of COMBINATIONS.entries()) {
    for (const [what, half, steps] of [...TABLES, ...(EVERY_TEST ? RANDOM : RANDOM.slice(index, index + 1))]) {
      it(`has the same answers to ${what} on ${engine} over ${transport} (HC-74)`, async () => {
        expect(await differences(half, engine, transport, steps)).to.deep.equal([]);
      });
    }
  }
});
