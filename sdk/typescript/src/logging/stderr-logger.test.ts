import { spawnSync } from 'node:child_process';
import { expect } from 'chai';

describe('the logger of an application that gives none (ports/logger.ts)', () => {
  it('writes what went wrong as one line of JSON each on stderr, and is silent otherwise', () => {
    const module = new URL('stderr-logger.js', import.meta.url).href;
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
