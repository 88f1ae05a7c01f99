import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from '../../support/child.js';
import { tempDir } from '../../support/temp-dir.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/**
 * Files of the compiled program: the ones that read and compile a plugin's files, and their tests with a broken plugin
 * for each message.
 */
const FOLDERS = ['schema'].map((folder) => `dist/daemon/admin/${folder}`);
const MESSAGE = /\bproblems\.(?:add|unknown)\(/gi;

/** The output of NODE_V8_COVERAGE: the innermost range around a place has its execution count. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

describe('startup errors (AD-1)', () => {
  it('a broken plugin of the unit tests reaches every place that reports an error (AD-1)', async () => {
    const directory = tempDir('coverage');
    const child = await startChild(
      process.execPath,
      ['node_modules/mocha/bin/mocha.js', '--reporter', 'dot', ...FOLDERS.map((folder) => `${folder}/**/*.test.js`)],
      { cwd: ROOT, env: { PATH: process.env.PATH, NODE_V8_COVERAGE: directory } },
    );
    expect(await child.exited, child.output()).to.deep.equal({ code: 0, signal: null });

    const counts = new Map<string, number>();
    for (const file of readdirSync(directory)) {
      const { result } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Coverage;
      for (const { url, functions } of result) {
        const path = url.startsWith('file:') ? fileURLToPath(url).slice(ROOT.length) : '';
        if (!FOLDERS.some((folder) => path.startsWith(`${folder}/`)) || /\.test\.js$|\/testing\//.test(path)) continue;
        const source = readFileSync(ROOT + path, 'utf8');
        const ranges = functions.flatMap((one) => one.ranges);
        for (const { index } of source.matchAll(MESSAGE)) {
          const place = `${path}:${source.slice(0, index).split('\n').length}`;
          counts.set(place, (counts.get(place) ?? 0) + timesReached(index, ranges));
        }
      }
    }
    expect(counts.size).to.be.greaterThan(80);
    expect([...counts].filter(([, count]) => count === 0).map(([place]) => place)).to.deep.equal([]);
  });
});

function timesReached(offset: number, ranges: readonly Range[]): number {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset);
  const length = ({ startOffset, endOffset }: Range): number => endOffset - startOffset;
  return around.reduce((inner, range) => (length(range) <= length(inner) ? range : inner), around[0]!).count;
}
