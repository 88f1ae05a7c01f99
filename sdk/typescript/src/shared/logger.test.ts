import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { guardedLogger } from './logger.js';

describe('the default logger (logger.ts)', () => {
  it('writes each warning and error as one line of JSON on stderr, and is silent otherwise', () => {
    const module = new URL('logger.js', import.meta.url).href;
    const before = Date.now();
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { stderrLogger as logger } from ${JSON.stringify(module)};
        logger.info({ rpc: 'a' }, 'fine');
        logger.warn({ rpc: 'b' }, 'in\\ntwo lines');
        logger.error({ rpc: 'c', status: 13 }, 'a bug');`,
      ],
      { encoding: 'utf8' },
    );
    const lines = stderr.trimEnd().split('\n');
    const written = lines.map((line) => JSON.parse(line) as { time: string });
    expect(stdout).to.equal('');
    expect(written.map(({ time, ...rest }) => [Date.parse(time) >= before, rest])).to.deep.equal([
      [true, { level: 'warn', msg: 'in\ntwo lines', rpc: 'b' }],
      [true, { level: 'error', msg: 'a bug', rpc: 'c', status: 13 }],
    ]);
  });
});

describe('the logger of an application, guarded (logger.ts)', () => {
  it('receives every level unchanged', () => {
    const lines: unknown[] = [];
    const note = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message]);
    const logger = guardedLogger({ info: note('info'), warn: note('warn'), error: note('error') });
    logger.info({ a: 1 }, 'one');
    logger.warn({ b: 2 }, 'two');
    logger.error({ c: 3 }, 'three');
    expect(lines).to.deep.equal([
      ['info', { a: 1 }, 'one'],
      ['warn', { b: 2 }, 'two'],
      ['error', { c: 3 }, 'three'],
    ]);
  });

  const UNREADABLE = 'Error: the application threw a value that cannot be read';
  for (const [what, fail, told] of [
    ['throws', () => thrown(new Error('disk full')), 'Error: disk full'],
    ['rejects', () => Promise.reject(new Error('disk full')), 'Error: disk full'],
    ['throws what has no text', () => thrown(Object.create(null)), UNREADABLE],
  ] as const) {
    it(`never fails a call: lines that a logger that ${what} could not write go to stderr`, async () => {
      const failing = fail as () => void;
      const logger = guardedLogger({ info: failing, warn: failing, error: failing });
      const written: string[] = [];
      const { write } = process.stderr;
      process.stderr.write = (text: string) => written.push(text) > 0;
      try {
        logger.warn({ secret: 1 }, 'away');
        await Promise.resolve();
      } finally {
        process.stderr.write = write;
      }
      expect(written.map((line) => JSON.parse(line) as object)).to.have.length(1);
      const { time, ...line } = JSON.parse(written[0]!) as { time: string };
      expect(Date.parse(time)).to.be.greaterThan(0);
      expect(line).to.deep.equal({ level: 'error', msg: 'the logger failed to write "away"', logger: told });
    });
  }
});

function thrown(value: unknown): never {
  throw value;
}
