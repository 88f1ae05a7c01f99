import { expect } from 'chai';
import { DummyDriver, Kysely, sql, SqliteAdapter, SqliteQueryCompiler } from 'kysely';
import { contains, containsFolded, lettersLike } from './text-search.js';

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('these tests do not use the tables');
    },
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** test/conformance/admin/records-case.ts tests on real databases which letters match. */
describe('searches in SQLite (sdk/typescript/README.md, Long searches)', () => {
  const searched = (text: string) => contains('sqlite', sql.ref('title'), text).compile(compiler);

  for (const text of ['abc', 'ABC', '100 %', 'not_at_all', '日本', '']) {
    it(`use only LIKE if it folds every letter of "${text}", because it is many times faster than GLOB`, () => {
      expect(searched(text).sql)
        .to.match(/ like /)
        .and.not.match(/ glob /);
    });
  }

  it('look for both spellings of letters with marks, and once for texts that have only one (AD-452)', () => {
    expect(searched('x').parameters).to.have.lengthOf(1);
    // LIKE folds "u", and the mark has no case.
    const [, composed, decomposed, ...more] = searched('\u00fc').parameters;
    expect(composed).to.match(/^\*\[[\u00dc\u00fc]{2}\]\*$/);
    expect([decomposed, ...more]).to.deep.equal(['%u\u0308%']);
    expect(contains('postgres', sql.ref('title'), '\u00fc').compile(compiler).parameters).to.have.lengthOf(1);
  });

  it('leave more marks in a row than any letter has as they are, so that the work stays linear (AD-480)', () => {
    const row = '\u0301\u0316'.repeat(16);
    expect(containsFolded(`u\u0308${row.slice(4)}`, `\u00dc${row.slice(4)}`)).to.equal(true);
    expect(containsFolded(`u\u0308${row}`, `\u00dc${row}`)).to.equal(false);
    expect(containsFolded(`${row} u\u0308`, `${row} \u00dc`)).to.equal(true);
  });

  for (const [text, like, glob] of [
    ['Ärger', '%_rger%', '*[ÄäÄä][Rr][Gg][Ee][Rr]*'],
    ['kg', '%_g%', '*[Kk\u212a][Gg]*'],
  ] as const) {
    it(`for "${text}" let LIKE skip texts that cannot match, and GLOB decide`, () => {
      const [first, second] = searched(text).parameters as [string, string];
      expect(first).to.equal(like);
      // The same letters, in any order.
      const sets = (pattern: string) =>
        pattern.split(/[[\]]/).map((part) => [...new Set(part)].sort((a, b) => (a < b ? -1 : 1)).join(''));
      expect(sets(second)).to.deep.equal(sets(glob));
    });
  }
});

/** admin_query.proto, AdminSearch: ignoring case means Unicode simple case folding. */
describe('admin: case folding', () => {
  for (const [letter, all] of [
    ['a', 'aA'],
    ['A', 'Aa'],
    ['ü', 'üÜ'],
    ['s', 'sSſ'],
    ['k', 'kK\u212a'],
    ['ς', 'ςσΣ'],
    ['Σ', 'Σσς'],
    ['ß', 'ßẞ'],
    ['ǅ', 'ǄǅǆǅǄ'],
    ['İ', 'İ'],
    ['ı', 'ı'],
    ['i', 'iI'],
    ['я', 'яЯ'],
    ['\u{10400}', '\u{10400}\u{10428}'],
    ['-', '-'],
    ['7', '7'],
    ['山', '山'],
    ['한', '한'],
  ] as const) {
    it(`matches ${letter} with ${all}`, () => {
      expect(new Set(lettersLike(letter))).to.deep.equal(new Set(all));
      expect(lettersLike(letter)[0]).to.equal(letter);
    });
  }

  it("matches every letter with exactly those that the runtime's regular expressions match", () => {
    let all = '';
    for (let code = 1; code <= 0x2ffff; code++) {
      if (code < 0xd800 || code > 0xdfff) all += String.fromCodePoint(code);
    }
    const cased = (all.match(/[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/gu) ?? []).join('');
    expect(cased.length).to.be.greaterThan(2500);
    for (const letter of cased) {
      const found = cased.match(new RegExp(letter, 'giu')) ?? [];
      expect([...lettersLike(letter)].sort(), letter).to.deep.equal(found.sort());
    }
  });

  it('finds terms in any case, and treats every character literally', () => {
    expect(containsFolded('Die Übung', 'übung')).to.equal(true);
    expect(containsFolded('Die U\u0308bung', '\u00fcbung')).to.equal(true);
    expect(containsFolded('Die \u00dcbung', 'u\u0308bung')).to.equal(true);
    expect(containsFolded('ΟΔΟΣ', 'οδος')).to.equal(true);
    expect(containsFolded('STRASSE', 'straße')).to.equal(false);
    expect(containsFolded('İstanbul', 'istanbul')).to.equal(false);
    for (const special of ['.', '*', '(', '[a]', '\\', '^', '$', '{2}', 'a|b', '/']) {
      expect(containsFolded(`x${special}y`, special), special).to.equal(true);
      expect(containsFolded('plain', special), special).to.equal(false);
    }
  });
});
