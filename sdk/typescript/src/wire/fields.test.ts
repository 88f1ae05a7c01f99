import { expect } from 'chai';
import { bufferOf, InvalidField, messageCheck, moment, optionalMoment, present } from './fields.js';

describe('fields of requests', () => {
  it('are checked by the rules of the contract, without the value (HC-11)', () => {
    const check = messageCheck('gatehouse.host.v1.FindCode');
    check({ codeHash: Buffer.alloc(32) });
    expect(() => check({ codeHash: Buffer.from('s3cret') }))
      .to.throw(InvalidField, /^code_hash must have 32 bytes$/)
      .that.includes({ field: 'code_hash', problem: 'must have 32 bytes' });
  });

  it('are present, or were not checked', () => {
    for (const value of [0, '', false, Buffer.alloc(0)]) expect(present(value)).to.equal(value);
    for (const value of [null, undefined])
      expect(() => present(value)).to.throw(TypeError, 'without a check of its rules');
  });

  it('of times are read to the millisecond', () => {
    expect(moment({ seconds: '1700000000', nanos: 999_999_999 }).getTime()).to.equal(1_700_000_000_999);
    expect(moment({ seconds: '-1', nanos: 500_000_000 }).getTime()).to.equal(-500);
    expect(optionalMoment({ seconds: '1', nanos: 0 })?.getTime()).to.equal(1000);
    for (const absent of [null, undefined]) {
      expect(optionalMoment(absent)).to.equal(undefined);
      expect(() => moment(absent)).to.throw(TypeError);
    }
  });

  it('of bytes are the same memory', () => {
    const buffer = Buffer.from('abc');
    expect(bufferOf(buffer)).to.equal(buffer);
    const part = new Uint8Array(buffer.buffer, buffer.byteOffset + 1, 2);
    const read = bufferOf(part);
    expect([Buffer.isBuffer(read), String(read), read.buffer === buffer.buffer]).to.deep.equal([true, 'bc', true]);
  });
});
