import { expect } from 'chai';
import { InvalidField } from '../wire/fields.js';
import type { WireTransactRequest } from '../wire/messages.js';
import { parseTransaction } from './parse-transaction.js';

describe('a transaction as it came (backend.proto: TransactRequest)', () => {
  for (const payload of [null, undefined]) {
    it(`an operation whose message is ${String(payload)} is invalid by the name of its field`, () => {
      const request = { operations: [{ operation: 'findCode', findCode: payload }] } as unknown as WireTransactRequest;
      expect(() => parseTransaction(request)).to.throw(InvalidField, /operations\[0\]\.find_code is required/);
    });
  }

  it('only reads when each of its operations does', () => {
    const find = { operation: 'findCode', findCode: { codeHash: Buffer.alloc(32) } };
    const sweep = { operation: 'sweepExpired', sweepExpired: { before: { seconds: 1, nanos: 0 } } };
    const readOnly = (...operations: object[]): boolean => parseTransaction({ operations }).readOnly;
    expect([readOnly(find, find), readOnly(find, sweep), readOnly(sweep, find)]).to.deep.equal([true, false, false]);
  });
});
