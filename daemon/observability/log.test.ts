import { expect } from 'chai';
import { createLogger, REDACTED_FIELDS } from './log.js';

function capture() {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger({
    level: 'info',
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  return { lines, logger };
}

describe('observability: log', () => {
  it('writes one JSON object per line, with level as a word and time in ISO 8601', () => {
    const { lines, logger } = capture();
    logger.info({ route: 'oauth.token' }, 'hello');
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ level: 'info', route: 'oauth.token', msg: 'hello' });
    expect(new Date(lines[0]!.time as string).toISOString()).to.equal(lines[0]!.time);
  });

  it('writes errors with message, stack and causes', () => {
    const { lines, logger } = capture();
    logger.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed');
    expect(JSON.stringify(lines[0]!.err)).to.contain('outer').and.to.contain('inner');
  });

  it('omits lines below its level', () => {
    const { lines, logger } = capture();
    logger.debug({}, 'detail');
    expect(lines).to.deep.equal([]);
  });

  it('keeps the fields of a child in each of its lines', () => {
    const { lines, logger } = capture();
    logger.child({ worker: 3 }).warn({}, 'hello');
    expect(lines[0]).to.include({ worker: 3, level: 'warn' });
  });

  for (const name of REDACTED_FIELDS) {
    it(`redacts a field called ${name}`, () => {
      const { lines, logger } = capture();
      logger.info({ [name]: 'hunter2' }, 'top');
      expect(lines[0]).to.include({ [name]: '[secret]' });
      if (name === 'code') return;
      logger.info({ headers: { [name]: 'hunter2', accept: '*/*' } }, 'nested');
      expect(lines[1]!.headers).to.deep.equal({ [name]: '[secret]', accept: '*/*' });
    });
  }

  it('does not redact the code of an error, which is a name', () => {
    const { lines, logger } = capture();
    logger.error({ err: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) }, 'failed');
    expect(lines[0]!.err).to.include({ code: 'ECONNREFUSED' });
  });
});
