import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';

/** Top of the repository, seen from dist/test/docs. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PRODUCT = [
  ...['daemon', 'sdk/typescript/src', 'demo', 'proto/src'].map((folder) => `${folder}/**/*.{ts,tsx}`),
  'demo/hosts/**/*.{go,py}',
  'sdk/go/**/*.go',
  'sdk/python/src/**/*.py',
];
const NO_PRODUCT = [
  '**/*.test.ts',
  '**/*_test.go',
  '**/*.pb.go',
  '**/*.d.ts',
  '**/testing/**',
  '**/generated/**',
  '**/node_modules/**',
  '**/dist/**',
];

describe('docs/layout.md', () => {
  it('lists every file of the product in its folder, and no other', () => {
    const files = globSync(PRODUCT, { cwd: ROOT, ignore: NO_PRODUCT }).sort();
    const names = listed();
    expect(
      files.filter((file) => !names.includes(file)),
      'not listed',
    ).to.deep.equal([]);
    expect(names).to.deep.equal(files);
  });
});

/** The paths of the tables: a heading names the folder, the first column the file. */
function listed(): string[] {
  const lines = readFileSync(`${ROOT}docs/layout.md`, 'utf8').split('\n');
  let folder = '';
  return lines
    .flatMap((line) => {
      folder = /^## `(.*)`$/.exec(line)?.[1] ?? folder;
      const file = /^\| `([^`]+)`/.exec(line)?.[1];
      return file === undefined ? [] : [folder + file];
    })
    .sort();
}
