import { redact } from '@gatehouse/proto/redact';
import { expect } from 'chai';
import { status } from '@grpc/grpc-js';
import { DeadlineExceeded, Unavailable } from '../ports/errors.js';
import { msUntil } from '../shared/deadline.js';
import { deadlineOfCall, describeError, limitsOf, requireWanted, RpcFault, toRpcFault } from './call.js';
import { InvalidField } from './fields.js';

const OPERATION = 'gatehouse.host.v1.Operation';
const hash = Buffer.alloc(32, 0xab);
const FAILED = 'the host failed; see its log for this request id';

describe('loggable requests and errors (options.proto: secret)', () => {
  it('replaces secrets at any depth and keeps the rest', () => {
    const operation = {
      operation: 'createCode',
      createCode: { code: { codeHash: hash, clientId: 'client', grantContext: Buffer.from('tenant'), spentAt: null } },
    };
    expect(redact(OPERATION, operation)).to.deep.equal({
      operation: 'createCode',
      createCode: { code: { codeHash: '[secret]', clientId: 'client', grantContext: '[secret]', spentAt: null } },
    });
  });

  it("keeps an error's name, code and text, and removes its properties and quoted secrets", () => {
    const error = Object.assign(new TypeError(`duplicate key \\x${hash.toString('hex')}`), {
      code: '23505',
      detail: `Key (code_hash)=(\\x${hash.toString('hex')}) already exists.`,
    });
    const described = describeError(error, OPERATION, { findCode: { codeHash: hash } });
    expect(described).to.include({ name: 'TypeError', message: 'duplicate key \\x[secret]', code: '23505' });
    expect(described).to.have.property('stack').that.includes('duplicate key \\x[secret]');
    expect(JSON.stringify(described)).not.to.contain('abab');
    expect(described).to.have.all.keys('name', 'message', 'code', 'stack');
  });

  it('describes an error without a stack, or with a code that is not text', () => {
    const error = Object.assign(new Error('gone'), { code: 5 });
    delete error.stack;
    expect(describeError(error, OPERATION, {})).to.deep.equal({ name: 'Error', message: 'gone' });
  });

  it('removes a secret text from an error, and describes a thrown value that is not an Error', () => {
    const message = { findAccessToken: { accessToken: 'top-secret' } };
    expect(describeError('no row for top-secret', OPERATION, message)).to.deep.equal({
      message: 'no row for [secret]',
    });
  });
});

const UNREADABLE: readonly [string, unknown][] = [
  ['an object without toString', Object.create(null)],
  ['an object whose toString throws', { toString: () => thrown('no') }],
  ['an Error whose message throws', Object.defineProperty(new Error(), 'message', { get: () => thrown('no') })],
  ['an Error whose stack is no text', Object.defineProperty(new Error('gone'), 'stack', { value: [] })],
  ['an Error whose code has no text', Object.assign(new Error('gone'), { code: Object.create(null) as object })],
];

function thrown(value: unknown): never {
  throw value;
}

describe('an exception that cannot be read (HC-95)', () => {
  for (const [what, value] of UNREADABLE) {
    it(what, () => {
      expect(toRpcFault(value)).to.include({ code: status.INTERNAL, message: FAILED });
      const described = describeError(value, OPERATION, { findCode: { codeHash: hash } });
      expect(described).to.include({ message: 'the application threw a value that cannot be read' });
    });
  }
});

describe('limits of a call (backend.proto: deadline)', () => {
  const future = () => new Date(Date.now() + 60_000);
  const { signal } = new AbortController();

  it('ends at its deadline', () => {
    expect(() => requireWanted({ deadline: future(), signal })).not.to.throw();
    expect(() => requireWanted({ deadline: new Date(), signal })).to.throw(DeadlineExceeded);
  });

  it('ends when its caller cancels', () => {
    expect(() => requireWanted({ deadline: future(), signal: AbortSignal.abort() })).to.throw(DeadlineExceeded);
  });

  it('lasts for the given time for work of the application itself', () => {
    const before = Date.now();
    const limits = limitsOf(5000);
    expect(limits.deadline.getTime()).to.be.within(before + 5000, Date.now() + 5000);
    expect(limits.signal.aborted).to.equal(false);
  });
});

const withCode = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('conversion of errors (backend.proto: status codes)', () => {
  const fault = new RpcFault(status.PERMISSION_DENIED, 'no');
  for (const [what, error, code, message] of [
    ['an invalid field', new InvalidField('a.b', 'is required'), 3, 'a.b is required'],
    ['a deadline that has passed', new DeadlineExceeded(), 4, new DeadlineExceeded().message],
    ['an unavailable database', new Unavailable('secret host'), 14, 'the host cannot respond right now'],
    ['a statement without a table', withCode('42P01', 'missing FROM-clause entry for table "x"'), 13, FAILED],
    ['any other error', new Error('secret'), 13, FAILED],
  ] as const) {
    it(`${what}: ${status[code]}`, () => expect(toRpcFault(error)).to.include({ code, message }));
  }

  for (const [error, named, advice] of [
    [withCode('SQLITE_ERROR', 'no such table: gatehouse_clients'), 'table gatehouse_clients', 'call migrate(database)'],
    [withCode('SQLITE_ERROR', 'no such table: main.backend_users'), 'table backend_users', 'run gatehouse migrate'],
    [
      withCode('SQLITE_ERROR', 'table products has no column named price'),
      'column price',
      "the application's own tables",
    ],
    [withCode('42P01', 'relation "gatehouse_codes" does not exist'), 'table gatehouse_codes', 'call migrate(database)'],
    [withCode('42P01', 'Relation »backend_users« existiert nicht'), 'table backend_users', 'run gatehouse migrate'],
    [withCode('42703', 'column products.price does not exist'), 'column price', "the application's own tables"],
    [withCode('42703', 'column "price" of relation "products" does not exist'), 'column price', 'own tables'],
  ] as const) {
    it(`${error.message}: names the ${named} and says what to do (HC-70)`, () => {
      const { code, message } = toRpcFault(error);
      expect(code).to.equal(status.INTERNAL);
      expect(message).to.contain(`the database has no ${named}: `).and.to.contain(advice);
      const request = 'gatehouse.host.v1.FindAdministratorRequest';
      expect(describeError(error, request, {})).to.deep.include({ advice: message });
    });
  }

  it('keeps a status that was already chosen', () => expect(toRpcFault(fault)).to.equal(fault));
});

describe('deadlines of calls over gRPC (HC-6)', () => {
  it('are dates, numbers or endless, and have a limit', () => {
    const soon = Date.now() + 500;
    for (const given of [soon, new Date(soon)]) expect(msUntil(deadlineOfCall(given))).to.be.within(0, 500);
    expect(msUntil(deadlineOfCall(Infinity))).to.be.within(59_000, 60_000);
    expect(msUntil(deadlineOfCall(soon - 1000))).to.be.below(0);
  });
});
