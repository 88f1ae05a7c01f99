import type { Operation__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { TransactRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import type { TransactResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { Backend, TransactionBundle } from '../ports/backend.js';
import { Abort, DeadlineExceeded, Unavailable } from '../ports/errors.js';
import { InvalidField } from '../wire/fields.js';
import type { TransactionCall } from './transactor.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseTransaction, Transactor } from './transactor.js';

const FIND: Operation__Output = { operation: 'findCode', findCode: { codeHash: Buffer.alloc(32, 7) } };
const SPEND: Operation__Output = {
  operation: 'spendCode',
  spendCode: { codeHash: Buffer.alloc(32, 7), lineageId: 'l', at: { seconds: '1', nanos: 0 } },
};
const MINT: Operation__Output = {
  operation: 'mintAccessToken',
  mintAccessToken: {
    clientId: 'c',
    userId: 'u',
    scopes: ['read'],
    resource: 'https://notes.example/mcp',
    lineageId: 'l',
    grantContext: Buffer.alloc(0),
    at: { seconds: '1', nanos: 0 },
    expiresAt: { seconds: '2', nanos: 0 },
  },
};

describe('a received transaction (backend.proto: TransactRequest)', () => {
  for (const payload of [null, undefined]) {
    it(`rejects an operation whose message is ${String(payload)}, naming its field`, () => {
      const request = { operations: [{ operation: 'findCode', findCode: payload }] } as TransactRequest__Output;
      expect(() => parseTransaction(request)).to.throw(InvalidField, /operations\[0\]\.find_code must be set/);
    });
  }

  for (const [count, rejected] of [
    [0, true],
    [1, false],
    [16, false],
    [17, true],
  ] as const) {
    it(`${rejected ? 'rejects' : 'takes'} ${count} operations`, () => {
      const parse = () => parseTransaction({ operations: Array<Operation__Output>(count).fill(FIND) });
      if (rejected) expect(parse).to.throw(InvalidField, /^operations must (not be empty|have at most 16 items)$/);
      else expect(parse().steps).to.have.length(count);
    });
  }

  it('rejects an empty message', () => {
    expect(() => parseTransaction(null)).to.throw(InvalidField, 'operations must not be empty');
  });

  it('rejects an operation that a later version of the contract may have (backend.proto: Operation)', () => {
    expect(() => parseTransaction({ operations: [FIND, {}] }))
      .to.throw('operations[1] is unset, or an operation this host does not know')
      .with.property('code', status.UNIMPLEMENTED);
  });

  it('is read-only if all of its operations are', () => {
    const find: Operation__Output = { operation: 'findCode', findCode: { codeHash: Buffer.alloc(32) } };
    const sweep: Operation__Output = {
      operation: 'sweepExpired',
      sweepExpired: { before: { seconds: '1', nanos: 0 } },
    };
    const readOnly = (...operations: Operation__Output[]): boolean => parseTransaction({ operations }).readOnly;
    expect([readOnly(find, find), readOnly(find, sweep), readOnly(sweep, find)]).to.deep.equal([true, false, false]);
  });
});

describe('a transaction that runs (backend.proto: Transact)', () => {
  const lines: { level: string; fields: object; message: string }[] = [];
  const options: object[] = [];
  beforeEach(() => {
    lines.length = 0;
    options.length = 0;
  });

  const note =
    (level: string) =>
    (fields: object, message: string): void =>
      void lines.push({ level, fields, message });
  const logger = { info: note('info'), warn: note('warn'), error: note('error') };
  const wanted: TransactionCall = {
    requestId: 'r-1',
    deadline: new Date(Date.now() + 3_600_000),
    isCancelled: () => false,
  };

  function transactor(codes: object, accessTokens: object = {}): Transactor {
    const backend: Backend = {
      transaction: (work, given) => {
        options.push(given);
        return work({ codes, accessTokens } as TransactionBundle);
      },
    };
    return new Transactor(backend, logger);
  }

  const fails = (error: Error) => ({ find: () => Promise.reject(error), spend: () => Promise.reject(error) });
  const nothing = { find: () => Promise.resolve(undefined), spend: () => Promise.resolve() };
  const committed: TransactResponse = { committed: { results: [{ findCode: {} }, { spendCode: {} }] } };

  it('answers with the results in their order, and tells the backend the deadline and whether it only reads', async () => {
    const { deadline } = wanted;
    expect(await transactor(nothing).run({ operations: [FIND, SPEND] }, wanted)).to.deep.equal({ response: committed });
    await transactor(nothing).run({ operations: [FIND] }, wanted);
    expect(options).to.deep.equal([
      { readOnly: false, deadline },
      { readOnly: true, deadline },
    ]);
    expect(lines).to.deep.equal([]);
  });

  it('answers an expected abort with its reason and its operation, and does not log it', async () => {
    const spent = { ...nothing, spend: () => Promise.reject(new Abort('code_already_spent', 'not shown')) };
    expect(await transactor(spent).run({ operations: [FIND, SPEND] }, wanted)).to.deep.equal({
      response: { aborted: { operationIndex: 1, reason: 'ABORT_REASON_CODE_ALREADY_SPENT', publicReason: '' } },
    });
    expect(lines).to.deep.equal([]);
  });

  it('passes on what the client may know of a token that was not minted (RFC 6749 §5.2)', async () => {
    const refused = { mint: () => Promise.reject(new Abort('mint_refused', 'no seat')) };
    expect(await transactor(nothing, refused).run({ operations: [MINT] }, wanted)).to.deep.equal({
      response: { aborted: { operationIndex: 0, reason: 'ABORT_REASON_MINT_REFUSED', publicReason: 'no seat' } },
    });
  });

  it('takes an abort for a reason that the operation does not have for a bug', async () => {
    const outcome = await transactor(fails(new Abort('mint_refused'))).run({ operations: [FIND] }, wanted);
    expect(outcome).to.have.nested.property('fault.code', status.INTERNAL);
    expect(lines).to.have.length(1);
    expect(lines[0]?.fields).to.have.nested.property(
      'error.message',
      "a port threw Abort('mint_refused') from a method that cannot abort for that reason",
    );
  });

  it('logs a bug with its operation, without secrets', async () => {
    const outcome = await transactor(fails(new Error('a bug'))).run({ operations: [FIND, SPEND] }, wanted);
    expect(outcome).to.have.nested.property('fault.code', status.INTERNAL);
    expect(lines).to.have.length(1);
    const [{ level, message, fields } = {}] = lines;
    expect({ level, message }).to.deep.equal({ level: 'error', message: 'a transaction failed' });
    expect(fields).to.deep.include({
      requestId: 'r-1',
      status: status.INTERNAL,
      operationIndex: 0,
      operation: { operation: 'findCode', findCode: { codeHash: '[secret]' } },
    });
    expect(fields).to.have.nested.property('error.message', 'a bug');
  });

  it('logs what is wrong with a request that holds nothing', async () => {
    const outcome = await transactor(nothing).run(null, wanted);
    expect(outcome).to.have.nested.property('fault.code', status.INVALID_ARGUMENT);
    expect(lines[0]?.fields).to.deep.include({ operationIndex: 0, operation: {} });
    expect(lines[0]?.fields).to.have.nested.property('error.name', 'InvalidField');
  });

  it('logs an outage once, and that it is over', async () => {
    const codes = fails(new Unavailable('away'));
    const one = transactor(codes);
    for (let attempt = 0; attempt < 3; attempt++) {
      const outcome = await one.run({ operations: [FIND] }, wanted);
      expect(outcome).to.have.nested.property('fault.code', status.UNAVAILABLE);
    }
    expect(lines.map(({ level, message }) => [level, message])).to.deep.equal([
      ['warn', 'a transaction failed because the database is unavailable; counting further failures'],
    ]);
    expect(lines[0]?.fields).to.deep.include({ requestId: 'r-1', operationIndex: 0 });
    Object.assign(codes, nothing);
    while (lines.length < 2) {
      await sleep(50);
      await one.run({ operations: [FIND] }, wanted);
    }
    expect(lines[1]).to.deep.include({ level: 'info', message: 'the database is available again' });
  });

  const now = Date.now;
  afterEach(() => void (Date.now = now));
  for (const [why, { deadline, isCancelled }] of [
    ['whose deadline is over', { ...wanted, deadline: new Date(1000) }],
    ['that its caller cancelled', { ...wanted, isCancelled: () => true }],
  ] as const) {
    it(`does not run a transaction ${why}, and warns of it`, async () => {
      // The very millisecond: the deadline is when the caller no longer waits.
      if (deadline.getTime() === 1000) Date.now = () => 1000;
      let asked = 0;
      const codes = { find: () => Promise.resolve(void (asked += 1)) };
      const call = { requestId: 'r-1', deadline, isCancelled };
      const outcome = await transactor(codes).run({ operations: [FIND] }, call);
      expect(outcome).to.have.nested.property('fault.code', status.DEADLINE_EXCEEDED);
      expect(asked).to.equal(0);
      expect(lines.map(({ level, message }) => [level, message])).to.deep.equal([
        ['warn', 'a transaction was rejected'],
      ]);
    });
  }

  it('does not commit when the caller went away during the last operation', async () => {
    let cancelled = false;
    const codes = { find: () => Promise.resolve(void (cancelled = true)) };
    const call = { ...wanted, isCancelled: () => cancelled };
    const outcome = await transactor(codes).run({ operations: [FIND] }, call);
    expect(outcome).to.have.nested.property('fault.message', new DeadlineExceeded().message);
  });
});
