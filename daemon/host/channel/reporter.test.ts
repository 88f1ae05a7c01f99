import { expect } from 'chai';
import { ContractViolation } from '../../core/faults.js';
import { Reporter } from './reporter.js';

describe('host: reports (docs/operations.md, Logs)', () => {
  function loggedAnswer(answer: () => unknown): unknown {
    const logged: { answer?: unknown }[] = [];
    const ignore = (): void => undefined;
    const logger = { debug: ignore, info: ignore, warn: ignore, error: (fields: object) => void logged.push(fields) };
    const reporter = new Reporter({ rpcFinished: ignore, contractViolation: ignore }, logger);
    reporter.violation(new ContractViolation('BackendService.Transact', 'is wrong'), undefined, answer);
    return logged[0]?.answer;
  }

  it('show an answer that breaks the contract, and only the beginning of a long one, which would fill a disk', () => {
    const short = { records: [{ id: '1' }] };
    expect(loggedAnswer(() => short)).to.equal(short);
    const records = Array.from({ length: 10_000 }, (_, id) => ({ id: String(id) }));
    expect(loggedAnswer(() => ({ records })))
      .to.be.a('string')
      .that.matches(/^\{"records":\[\{"id":"0"\}.{3900,4000}… \(\d{6} characters\)$/);
  });

  it('show nothing of an answer without content', () => {
    expect(loggedAnswer(() => undefined)).to.equal(undefined);
    expect(loggedAnswer(() => null)).to.equal(null);
  });

  it('say why an answer cannot be shown', () => {
    const unparsable = (): never => {
      throw new RangeError('index out of range');
    };
    expect(loggedAnswer(unparsable)).to.equal('not suitable for the log: RangeError: index out of range');
  });
});
