import { expect } from 'chai';
import { loggedEncoding, loggedSerialize } from './logged-encoding.js';

describe('an answer that cannot be encoded', () => {
  let lines: unknown[];
  const note = (...line: unknown[]): void => void lines.push(line);
  const logger = { info: note, warn: note, error: note };
  beforeEach(() => void (lines = []));
  const failing = (thrown: unknown) => (): Buffer => {
    throw thrown;
  };

  it('is logged with the rpc and the error, and still fails', () => {
    const error = new TypeError('clientId: string expected');
    expect(() => loggedSerialize('FindCode', failing(error), logger)({})).to.throw(error);
    expect(lines).to.deep.equal([
      [{ rpc: 'FindCode', error: 'clientId: string expected' }, 'a response of the host cannot be encoded'],
    ]);
  });

  it('is logged with at most 500 characters of any thrown value', () => {
    expect(() => loggedSerialize('A', failing(new Error('x'.repeat(501))), logger)({})).to.throw();
    expect(() => loggedSerialize('B', failing('a text'), logger)({})).to.throw();
    expect(lines.map((line) => (line as object[])[0])).to.deep.equal([
      { rpc: 'A', error: 'x'.repeat(500) },
      { rpc: 'B', error: 'a text' },
    ]);
  });

  it('is logged for any rpc of a service, which is otherwise unchanged', () => {
    const method = {
      path: '/a.B/C',
      requestStream: false,
      responseStream: false,
      requestSerialize: (text: string) => Buffer.from(text),
      requestDeserialize: String,
      responseSerialize: (text: string) => Buffer.from(text),
      responseDeserialize: String,
    };
    const { C, D } = loggedEncoding(
      { C: method, D: { ...method, responseSerialize: failing(new Error('no')) } },
      logger,
    );
    expect({ ...C, responseSerialize: undefined }).to.deep.equal({ ...method, responseSerialize: undefined });
    expect(C.responseSerialize('sent').toString()).to.equal('sent');
    expect(lines).to.deep.equal([]);
    expect(() => D.responseSerialize()).to.throw('no');
    expect(lines).to.deep.equal([[{ rpc: 'D', error: 'no' }, 'a response of the host cannot be encoded']]);
  });
});
