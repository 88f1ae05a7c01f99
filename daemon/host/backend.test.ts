import type { TransactRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { BackendMissing, ContractViolation, Unavailable } from '../core/faults.js';
import type { Recorded, SmallHost, SmallHostBehavior } from './testing/small-host.js';
import {
  CALL,
  committedEmpty,
  description,
  freePort,
  linkTo,
  Refusal,
  rejection,
  startHost,
  streaming,
} from './testing/small-host.js';

const FIND = [{ kind: 'findClient', clientId: 'client' }] as const;
const SWEEP = [{ kind: 'sweepExpired', before: 1000 }] as const;

/** Each way in which a transaction reaches the host (HC-7, HC-15). */
const WAYS = [
  { way: 'unary calls', transport: 'gRPC', stream: false },
  { way: 'the stream', transport: 'gRPC', stream: true },
  { way: 'HTTP', transport: 'HTTP', stream: false },
  { way: 'HTTP with JSON', transport: 'HTTP with JSON', stream: false },
] as const;

for (const { way, transport, stream } of WAYS) {
  const describeHost = () => (stream ? streaming() : description());

  describe(`host/backend over ${way}`, () => {
    let host: SmallHost | undefined;
    let recorded: Recorded | undefined;

    afterEach(async () => {
      await recorded?.link.stop(0);
      host?.kill();
      recorded = host = undefined;
    });

    async function connected(behavior: SmallHostBehavior, overrides = {}): Promise<Recorded> {
      host = await startHost({ describe: describeHost, ...behavior }, 0, transport);
      const found = (recorded = await linkTo(host.port, { transport, ...overrides }));
      await found.until(() => found.descriptions.length === 1);
      return found;
    }

    it('sends the operations in order and returns a result for each', async () => {
      const requests: TransactRequest__Output[] = [];
      const { link, outcomes } = await connected({
        transact: (request) => {
          requests.push(request);
          return {
            committed: {
              results: [
                { sweepExpired: { codesRemoved: 2, refreshTokensRemoved: 3 } },
                { spendCode: {} },
                { mintAccessToken: { accessToken: 'abc', expiresAt: { seconds: 50, nanos: 0 } } },
              ],
            },
          };
        },
      });
      const outcome = await link.backend.transact(
        [
          { kind: 'sweepExpired', before: 1500 },
          { kind: 'spendCode', codeHash: Buffer.alloc(32, 1), lineageId: 'lineage', at: 2000 },
          {
            kind: 'mintAccessToken',
            userId: 'ada',
            clientId: 'client',
            scopes: ['read'],
            resource: 'https://notes.example/mcp',
            lineageId: 'lineage',
            expiresAt: 60_000,
            grantContext: Buffer.from('tenant'),
            at: 2000,
          },
        ],
        CALL,
      );
      expect(outcome).to.deep.equal({
        committed: true,
        results: [{ codesRemoved: 2, refreshTokensRemoved: 3 }, undefined, { accessToken: 'abc', expiresAt: 50_000 }],
      });
      expect(requests).to.have.length(1);
      expect(requests[0]?.operations.map(({ operation }) => operation)).to.deep.equal([
        'sweepExpired',
        'spendCode',
        'mintAccessToken',
      ]);
      expect(requests[0]?.operations[2]?.mintAccessToken).to.deep.equal({
        userId: 'ada',
        clientId: 'client',
        scopes: ['read'],
        resource: 'https://notes.example/mcp',
        lineageId: 'lineage',
        expiresAt: { seconds: '60', nanos: 0 },
        grantContext: Buffer.from('tenant'),
        at: { seconds: '2', nanos: 0 },
      });
      const rpc = stream ? 'BackendService.TransactStream' : 'BackendService.Transact';
      expect(outcomes).to.include(`${rpc} ok`);
    });

    it('reports an abort with its index, reason and public reason', async () => {
      const { link } = await connected({
        transact: () => ({
          aborted: { operationIndex: 0, reason: 'ABORT_REASON_MINT_REFUSED', publicReason: 'over "quota"' },
        }),
      });
      const mint = {
        kind: 'mintAccessToken',
        userId: 'ada',
        clientId: 'client',
        scopes: ['read'],
        resource: 'r',
        lineageId: 'l',
        expiresAt: 1000,
        grantContext: Buffer.alloc(0),
        at: 0,
      } as const;
      expect(await link.backend.transact([mint], CALL)).to.deep.equal({
        committed: false,
        operationIndex: 0,
        reason: 'mint_refused',
        publicReason: "over 'quota'",
      });
    });

    it('never resends a write, however it failed (HC-3)', async () => {
      let calls = 0;
      const { link } = await connected({
        transact: () => {
          calls += 1;
          throw new Refusal(status.UNAVAILABLE);
        },
      });
      expect(await rejection(link.backend.transact(SWEEP, CALL))).to.be.instanceOf(Unavailable);
      expect(await rejection(link.backend.transact([...FIND, ...SWEEP], CALL))).to.be.instanceOf(Unavailable);
      expect(calls).to.equal(2);
    });

    it('retries a read once on UNAVAILABLE, and only then', async () => {
      let calls = 0;
      let code = status.UNAVAILABLE;
      const { link } = await connected({
        transact: (request) => {
          calls += 1;
          if (calls === 1) throw new Refusal(code);
          return committedEmpty(request);
        },
      });
      expect(await link.backend.transact(FIND, CALL)).to.deep.equal({ committed: true, results: [undefined] });
      expect(calls).to.equal(2);
      calls = 0;
      code = status.INTERNAL;
      expect(await rejection(link.backend.transact(FIND, CALL))).to.be.instanceOf(Unavailable);
      expect(calls).to.equal(1);
    });

    it('fails a read after its second UNAVAILABLE', async () => {
      let calls = 0;
      const { link } = await connected({
        transact: () => {
          calls += 1;
          throw new Refusal(status.UNAVAILABLE);
        },
      });
      expect(await rejection(link.backend.transact(FIND, CALL))).to.be.instanceOf(Unavailable);
      expect(calls).to.equal(2);
    });

    for (const code of [
      status.UNIMPLEMENTED,
      status.INVALID_ARGUMENT,
      status.DEADLINE_EXCEEDED,
      status.UNAUTHENTICATED,
    ]) {
      it(`maps ${status[code]} to Unavailable (backend.proto: 503)`, async () => {
        const { link, violations, log } = await connected({
          transact: () => {
            throw new Refusal(code);
          },
        });
        const error = await rejection(link.backend.transact(SWEEP, CALL));
        expect(error).to.be.instanceOf(Unavailable);
        expect(error.message).to.contain(status[code]);
        expect(violations).to.have.length(code === status.UNIMPLEMENTED ? 1 : 0);
        const logged = log.filter(
          (line) => line.includes(status[code]) || line.includes('not implemented by the host'),
        );
        expect(logged).to.have.length(code === status.DEADLINE_EXCEEDED ? 0 : 1);
      });
    }

    it('fails when the deadline passes', async () => {
      const { link, outcomes } = await connected({ transact: () => new Promise(() => undefined) }, { timeoutMs: 200 });
      const error = await rejection(link.backend.transact(FIND, CALL));
      expect(error).to.be.instanceOf(Unavailable);
      expect(error.message).to.contain('DEADLINE_EXCEEDED');
      expect(outcomes.at(-1)).to.match(/ deadline_exceeded$/);
    });

    it('fails a write immediately when the host is killed during it', async () => {
      const { link } = await connected({
        transact: () => {
          host?.kill();
          return new Promise(() => undefined);
        },
      });
      expect(await rejection(link.backend.transact(SWEEP, CALL))).to.be.instanceOf(Unavailable);
      expect(link.status().connected).to.equal(false);
    });

    it('fails immediately while the host is away, and recovers automatically', async () => {
      const { link, until, descriptions } = await connected({});
      const port = host?.port ?? 0;
      host?.kill();
      // Over HTTP, only a call shows that the host has left.
      expect(await rejection(link.backend.transact(SWEEP, CALL))).to.be.instanceOf(Unavailable);
      await until(() => !link.status().connected);
      await until(() => /not connected|UNAVAILABLE/.test(link.status().problem));
      host = await startHost({ describe: describeHost }, port, transport);
      await until(() => link.status().connected);
      await link.backend.transact(SWEEP, CALL);
      expect(descriptions).to.have.length(1);
    });

    it('limits the transactions in flight', async () => {
      const { link } = await connected(
        { transact: () => new Promise(() => undefined) },
        { maxInFlight: 2, timeoutMs: 200 },
      );
      const first = [link.backend.transact(FIND, CALL), link.backend.transact(FIND, CALL)].map(rejection);
      expect((await rejection(link.backend.transact(FIND, CALL))).message).to.contain('host.max_in_flight');
      await Promise.all(first);
    });

    it('counts an answer that breaks the contract, names rpc and field, and logs no secret', async () => {
      const codeHash = Buffer.alloc(32, 7);
      const { link, violations, log, outcomes } = await connected({
        transact: () => ({
          committed: { results: [{ findCode: { code: { codeHash, clientId: '', codeChallenge: 'x' } } }] },
        }),
      });
      const error = await rejection(link.backend.transact([{ kind: 'findCode', codeHash }], CALL));
      expect(error).to.be.instanceOf(ContractViolation);
      expect(error.message).to.match(
        /^BackendService\.Transact(Stream)?: committed\.results\[0\]\.find_code\.code\.client_id /,
      );
      expect(violations).to.deep.equal([error.rpc]);
      expect(outcomes).to.include(`${error.rpc} contract_violation`);
      const logged = log.filter((line) => line.includes('contract violation'));
      expect(logged).to.have.length(1);
      expect(logged[0]).to.contain('request-1').and.to.contain('"codeHash":"[secret]"');
      expect(logged[0]).to.contain('"codeChallenge":"x"').and.not.contain(codeHash.toString('hex'));
    });
  });
}

describe('host: backend', () => {
  it('throws BackendMissing before the host has described itself (AS-4)', async () => {
    const { link } = await linkTo(await freePort());
    expect(await rejection(link.backend.transact(FIND, CALL))).to.be.instanceOf(BackendMissing);
    await link.stop(0);
  });

  it('throws BackendMissing when the host does not offer CAPABILITY_BACKEND', async () => {
    const host = await startHost({ describe: () => description({ capabilities: [] }) });
    const { link, until, descriptions } = await linkTo(host.port);
    await until(() => descriptions.length === 1);
    expect(await rejection(link.backend.transact(FIND, CALL))).to.be.instanceOf(BackendMissing);
    await link.stop(0);
    host.kill();
  });

  it('sends request id, trace context and shared token as metadata (HC-2)', async () => {
    const seen: Record<string, unknown>[] = [];
    const host = await startHost({
      transact: (request, metadata) => {
        seen.push(metadata.getMap());
        return committedEmpty(request);
      },
    });
    const { link, until, descriptions } = await linkTo(host.port, { token: 'shared' });
    await until(() => descriptions.length === 1);
    await link.backend.transact(FIND, CALL);
    expect(seen[0]).to.include({
      'x-request-id': CALL.requestId,
      traceparent: CALL.traceparent,
      tracestate: CALL.tracestate,
      authorization: 'Bearer shared',
    });
    await link.stop(0);
    host.kill();
  });

  it('reports unparsable bytes as a contract violation', async () => {
    const host = await startHost({ transact: () => Buffer.from([0xff, 0xff, 0xff]) });
    const { link, until, descriptions, violations } = await linkTo(host.port);
    await until(() => descriptions.length === 1);
    expect(await rejection(link.backend.transact(FIND, CALL))).to.be.instanceOf(ContractViolation);
    expect(violations).to.deep.equal(['BackendService.Transact']);
    await link.stop(0);
    host.kill();
  });

  it('waits for transactions in flight when it stops', async () => {
    let answer: (() => void) | undefined;
    const host = await startHost({
      transact: (request) => new Promise((resolve) => (answer = () => resolve(committedEmpty(request)))),
    });
    const { link, until, descriptions } = await linkTo(host.port);
    await until(() => descriptions.length === 1);
    const transaction = link.backend.transact(SWEEP, CALL);
    await until(() => answer !== undefined);
    const stopped = link.stop(5000);
    answer?.();
    expect((await transaction).committed).to.equal(true);
    expect(await stopped).to.equal(undefined);
    host.kill();
  });
});
