import type { Operation__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { TransactRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import { expect } from 'chai';
import { InvalidField } from '../wire/fields.js';
import { parseTransaction } from './transactor.js';

describe('a received transaction (backend.proto: TransactRequest)', () => {
  for (const payload of [null, undefined]) {
    it(`rejects an operation whose message is ${String(payload)}, naming its field`, () => {
      const request = { operations: [{ operation: 'findCode', findCode: payload }] } as TransactRequest__Output;
      expect(() => parseTransaction(request)).to.throw(InvalidField, /operations\[0\]\.find_code is required/);
    });
  }

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
