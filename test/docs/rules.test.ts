import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';

/** Top of the repository, seen from dist/test/docs. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGES = ['docs/authorization-server.md', 'docs/admin/rules.md', 'docs/hosts.md'];
const TEXTS = globSync(['**/*.{ts,tsx,mjs,cjs,js,css,proto,lua,go,py,md}'], {
  cwd: ROOT,
  ignore: ['**/node_modules/**', '**/dist/**', '**/generated/**', 'test/output/**'],
});
const TESTS = TEXTS.filter((path) => path.endsWith('.test.ts') || path.startsWith('test/'));

const RULE = /\b(?:AS|AD|HC)-\d+\b/g;
/** "AS-20 to AS-33" names a group, and does not cite each rule in it. */
const RANGE = /\b((?:AS|AD|HC)-\d+) to (?:AS|AD|HC)-\d+\b/g;

describe('rules that tests cite', () => {
  const rules = PAGES.flatMap((page) =>
    [...read(page).matchAll(/^- \*\*((?:AS|AD|HC)-\d+)\*\*/gm)].map(([, id]) => id!),
  );

  it('each rule appears once', () => {
    expect(rules).to.have.length.greaterThan(200);
    expect(rules.filter((id, index) => rules.indexOf(id) !== index)).to.deep.equal([]);
  });

  it('cites only rules and pages that exist, and every rule in at least one test', () => {
    const unknown = TEXTS.flatMap((path) => {
      const cited = (read(path).match(RULE) ?? []).filter((id) => !rules.includes(id));
      const pages = (read(path).match(/(?<![\w/.-])docs\/[\w/-]+\.md\b/g) ?? []).filter(
        (page) => !existsSync(ROOT + page),
      );
      return [...cited, ...pages].map((citation) => `${path}: ${citation}`);
    });
    expect(unknown).to.deep.equal([]);
    const held = new Set(TESTS.flatMap((path) => read(path).replace(RANGE, '').match(RULE) ?? []));
    expect(rules.filter((id) => !held.has(id))).to.deep.equal([]);
  });
});

function read(path: string): string {
  return readFileSync(ROOT + path, 'utf8');
}
