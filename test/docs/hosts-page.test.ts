import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), 'utf8');

/** Where each SDK says what it offers. */
const DESCRIBES = [
  'sdk/typescript/src/host/describe.ts',
  'sdk/python/src/gatehouse_host/host.py',
  'sdk/go/internal/engine/describe.go',
];

describe('docs/hosts.md, the abilities of each SDK', () => {
  const rows = [...read('docs/hosts.md').matchAll(/^\| [^|]+ \| `(CAPABILITY_\w+)` +\| (.+) \|$/gm)];

  it('has every capability of the contract', () => {
    const declared = [...read('proto/gatehouse/host/v1/host.proto').matchAll(/^ +(CAPABILITY_\w+) = [1-9]\d*;/gm)];
    expect(rows.map(([, name]) => name).sort()).to.deep.equal(declared.map(([, name]) => name).sort());
  });

  it('says what each SDK offers', () => {
    const sources = DESCRIBES.map(read);
    const offered = rows.map(([, name = '']) =>
      sources.map((source) => (new RegExp(`\\b${name}\\b`).test(source) ? 'yes' : 'no')),
    );
    expect(rows.map(([, , cells = '']) => cells.split('|').map((cell) => cell.trim()))).to.deep.equal(offered);
  });
});
