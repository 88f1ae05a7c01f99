import { expect } from 'chai';
import { Dice } from '../support/dice.js';
import { detail, EVERY_TEST } from '../support/every-test.js';
import { startFaultyHost, type Fault, type FaultyHost } from '../support/faulty-host.js';
import { send } from '../support/http-client.js';
import { tokensOf, type RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';
import { ABSENCES, GARBAGE, NO_MESSAGE, type FaultyTransact } from './host-answers/faults.js';
import { requests, type Attempt, type HostRequest, type Outcome } from './host-answers/requests.js';

/** For a longer run: HOST_FUZZ_SEED=$RANDOM HOST_FUZZ_ROUNDS=10000 npx mocha dist/test/flows/host-answers.test.js */
const SEED = Number(process.env['HOST_FUZZ_SEED'] ?? 20_261_121);
const ROUNDS = Number(process.env['HOST_FUZZ_ROUNDS'] ?? 100);

for (const { stream, redeem, only } of [
  { stream: true, redeem: true },
  // For older hosts. Without the stream, every operation takes the same other way; without the capability, two requests do.
  { stream: false, redeem: true, only: ['exchange'] },
  { stream: true, redeem: false, only: ['exchange'] },
]) {
  const over = `${stream ? 'TransactStream' : 'Transact'}${redeem ? '' : ', without CAPABILITY_REDEEM'}`;
  describe(`a host that answers incorrectly or not at all, over ${over}`, function () {
    this.timeout(600_000 + ROUNDS * 1000);
    let host: FaultyHost;
    let stack: Stack;
    let client: RegisteredClient;
    before(async () => {
      stack = await startStack({
        config: { 'host.deadline': '4s' },
        oauth: { dcrClientCap: 100_000 },
        between: async (address) => (host = await startFaultyHost(address, { stream, redeem })),
        errorsExpected: true,
      });
      client = await stack.flow.register();
    });
    after(() => stack.stop());
    afterEach(() => host.heal());

    const chosen = requests(redeem).filter(({ name }) => EVERY_TEST || only === undefined || only.includes(name));
    for (const request of chosen) {
      for (let transaction = 0; transaction < request.transactions; transaction++) {
        const where = `${request.name}, transaction ${transaction + 1} of ${request.transactions}`;

        it(`${where}: any status leads to 503 or UNAVAILABLE, and nothing is consumed (AS-204, HC-5)`, async () => {
          for (const [name, fault] of Object.entries(ABSENCES)) {
            expect(await failed(request, transaction, fault), name).to.equal('unavailable');
          }
        });

        it(`${where}: garbage leads to 500 or INTERNAL, is counted, and nothing is consumed (AS-205, HC-4)`, async () => {
          for (const [name, fault] of Object.entries({ ...GARBAGE, ...NO_MESSAGE })) {
            const before = await violations();
            const expected = stream && name in NO_MESSAGE ? ['fault', 'unavailable'] : ['fault'];
            expect(await failed(request, transaction, fault), name).to.be.oneOf(expected);
            expect(await violations(), name).to.be.greaterThan(before);
          }
        });
      }

      it(`${request.name} makes at most ${request.transactions} transactions`, async () => {
        const { run } = await request.prepare(stack, client);
        host.failFrom(request.transactions, () => ({ message: {} }));
        expect(await run()).to.equal('done');
      });
    }

    it("returns invalid_grant with the host's public reason when the host refuses to mint, and consumes nothing (AS-120)", async () => {
      const code = await stack.flow.code(client);
      host.failFrom(0, refusesToMint);
      const answer = await stack.flow.exchange(client, code);
      expect(answer.status).to.equal(400);
      expect(answer.json()).to.deep.equal({ error: 'invalid_grant', error_description: 'This account is closed.' });
      host.heal();
      tokensOf(await stack.flow.exchange(client, code));
    });

    it("shows the host's public reason only to the client of the code with the right verifier (AS-120, AS-142)", async () => {
      const code = await stack.flow.code(client);
      host.failFrom(0, refusesToMint);
      const stranger = await stack.flow.register();
      for (const answer of [
        await stack.flow.exchange(client, { ...code, verifier: 'w'.repeat(43) }),
        await stack.flow.exchange(stranger, code),
        await stack.flow.exchange({ ...client, clientId: 'unknown' }, code),
      ]) {
        expect(answer.json().error).to.be.oneOf(['invalid_grant', 'invalid_client']);
        expect(answer.body).to.not.contain('closed');
      }
      host.heal();
      tokensOf(await stack.flow.exchange(client, code));
    });

    for (const [what, isSilent] of [
      ['anything', () => true],
      ['writes', (operation: string) => !operation.startsWith('find')],
    ] as const) {
      it(`returns 503 or UNAVAILABLE by the deadline without an answer to ${what}, and consumes nothing (HC-2)`, async () => {
        const attempts = await Promise.all(requests(redeem).map((request) => request.prepare(stack, client)));
        host.failFrom(0, async (operations, forward) =>
          operations.some(isSilent) ? { silent: true } : { bytes: await forward() },
        );
        const outcomes = await Promise.all(attempts.map(({ run }) => run()));
        const readsOnly = what === 'writes' ? ['authorize'] : [];
        const expected = requests(redeem).map(({ name }) => (readsOnly.includes(name) ? 'done' : 'unavailable'));
        expect(outcomes).to.deep.equal(expected);
        host.heal();
        for (const attempt of attempts) await expectEffect(attempt);
      });
    }

    const fuzzed = only === undefined ? it : detail;
    fuzzed(
      `${ROUNDS} answers with corrupted bytes: each returns 500 or 503, without a crash (AS-205, seed ${SEED})`,
      async () => {
        const dice = new Dice(SEED);
        const outcomes = new Set<Outcome>();
        for (let round = 0; round < ROUNDS; round++) {
          const { run } = await dice.pick(requests(redeem)).prepare(stack, client);
          host.failFrom(dice.below(2), async (_operations, forward) => ({ bytes: broken(await forward(), dice) }));
          outcomes.add(await run());
          host.heal();
        }
        expect([...outcomes]).to.include.members(['done', 'fault']);
        await stack.flow.tokens(client);
      },
    );

    /** The failed request had no effect on the host: the same request must succeed once the host is sound again. */
    async function failed(request: HostRequest, transaction: number, fault: FaultyTransact): Promise<Outcome> {
      const attempt = await request.prepare(stack, client);
      host.failFrom(transaction, fault);
      const outcome = await attempt.run();
      host.heal();
      await expectEffect(attempt);
      return outcome;
    }

    async function expectEffect({ run, revokes }: Attempt): Promise<void> {
      if (revokes !== undefined) expect(await stack.host.issuer.verify(revokes)).to.not.equal(undefined);
      expect(await run()).to.equal('done');
      if (revokes !== undefined) expect(await stack.host.issuer.verify(revokes)).to.equal(undefined);
    }

    async function violations(): Promise<number> {
      const { body } = await send(`${stack.gatehouse.metricsOrigin}/metrics`);
      const values = [...body.matchAll(/host_contract_violations_total\S* (\d+)/g)];
      return values.reduce((sum, [, value]) => sum + Number(value), 0);
    }
  });
}

/** A host that refuses to mint, for every client: also one that must not know. */
const refusesToMint: Fault = async (operations, forward) => {
  const operationIndex = operations.findIndex((operation) => /^(redeemCode|mintAccessToken)$/.test(operation));
  if (operationIndex === -1) return { bytes: await forward() };
  const aborted = { operationIndex, reason: 'ABORT_REASON_MINT_REFUSED', publicReason: 'This account is closed.' };
  return { message: { aborted } };
};

/** Changes, inserts or cuts one to four pieces. */
function broken(bytes: Buffer, dice: Dice): Buffer {
  let result = bytes;
  for (let left = 1 + dice.below(4); left > 0; left--) {
    const at = dice.below(result.length + 1);
    const inserted = Buffer.from(Array.from({ length: dice.below(3) }, () => dice.below(256)));
    result = Buffer.concat([result.subarray(0, at), inserted, result.subarray(at + dice.below(3))]);
  }
  return result;
}
