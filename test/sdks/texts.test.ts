import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SDKS = fileURLToPath(new URL('../../../sdk', import.meta.url));

const TABLES = {
  writes: {
    TypeScript: 'typescript/src/admin/model/write-texts.ts',
    Python: 'python/src/gatehouse_host/admin/texts.py',
    Go: 'go/admin/texts.go',
  },
  accounts: {
    TypeScript: 'typescript/src/admin/accounts/texts.ts',
    Python: 'python/src/gatehouse_host/admin/accounts/texts.py',
    Go: 'go/admin/account_texts.go',
  },
};

/** The sentences in a file, in order, without the comments of Python. */
function sentences(path: string): string[] {
  const source = readFileSync(join(SDKS, path), 'utf8').replaceAll(/""".*?"""/gs, '');
  return [...source.matchAll(/(['"`])((?:(?!\1)[^\n])+\.)\1/g)].map(([, , sentence = '']) => sentence);
}

describe('messages of the SDKs (HC-36)', () => {
  for (const [name, { TypeScript, ...others }] of Object.entries(TABLES)) {
    it(`${name}: are the same in every SDK, in five languages`, () => {
      const expected = sentences(TypeScript);
      expect(expected.length % 5).to.equal(0);
      expect(expected.length).to.be.greaterThan(40);
      for (const [sdk, path] of Object.entries(others)) expect(sentences(path), sdk).to.deep.equal(expected);
    });
  }
});
