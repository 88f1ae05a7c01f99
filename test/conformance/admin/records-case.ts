import { expect } from 'chai';
import type { Cell } from '../../../daemon/admin/model/column.js';
import { ids, seed, type Current } from './records-support.js';
import { aQuery, CALL, items } from './subject.js';

/**
 * admin_query.proto: ignoring case means Unicode simple case folding, in every database. Each row: the stored text, the
 * search term, whether it matches.
 */
const PAIRS: readonly (readonly [stored: string, term: string, found: boolean])[] = [
  ['Übung', 'übung', true],
  ['übung', 'ÜBUNG', true],
  ['Die große Übung', 'Übung', true],
  ['Ubung', 'übung', false],
  ['ЖУРНАЛ', 'журнал', true],
  // The three forms of sigma are one letter.
  ['ΟΔΟΣ', 'οδος', true],
  ['οδος', 'ΟΔΟΣ', true],
  ['οδοσ', 'οδος', true],
  // "ß" is one letter, and never two.
  ['Straße', 'STRAẞE', true],
  ['STRAẞE', 'straße', true],
  ['STRASSE', 'straße', false],
  ['Straße', 'strasse', false],
  // The Turkish letters are separate letters.
  ['İstanbul', 'istanbul', false],
  ['İstanbul', 'İSTANBUL', true],
  ['ısı', 'ISI', false],
  ['ısı', 'ısı', true],
  ['DIYARBAKIR', 'diyarbakir', true],
  // ASCII letters to which others fold: the long s, the Kelvin sign.
  ['ſtern', 'STERN', true],
  ['Stern', 'ſtern', true],
  ['300 \u212a', '300 k', true],
  // Å as a letter and as the unit sign; letters beyond the first plane; letters without case.
  ['10 \u212b', '10 å', true],
  ['\u{10400}', '\u{10428}', true],
  ['山Ü', '山ü', true],
  // Pattern characters are literal.
  ['50 %', '50 %', true],
  ['50 x', '50 %', false],
  ['a_k', 'A_K', true],
  ['axk', 'a_k', false],
  ['[ü]*?', '[Ü]*?', true],
  ['ü', '[ü]', false],
  ['(ü|x)+$^.{1}', '(Ü|X)+$^.{1}', true],
  ['\\ü', '\\Ü', true],
  ['~!@#&-=:;"\'<>,/`', '`', true],
  ['***:ü', '***:Ü', true],
  ['(?i)ü', '(?i)Ü', true],
  // Composed and decomposed letters: people cannot see the difference (AD-452). Gatehouse sends composed terms.
  ['Die U\u0308bung', '\u00fcbung', true],
  ['u\u0308bung', '\u00dcbung', true],
  ['\u1100\u1161', '\uac00', true],
  ['Ubung', '\u00fcbung', false],
  ['100% u\u0308', '100% \u00fc', true],
];

export function recordCase(current: Current): void {
  const titled = (found: readonly string[], id: string): boolean => found.includes(id);
  const title = () => current().column('Item', 'title');
  const search = async (terms: readonly string[]): Promise<string[]> => {
    const searched = { mode: 'all', terms, columns: [{ column: title() }] } as const;
    return ids(await current().ports.records.list(items(), aQuery({ search: searched }), CALL));
  };
  const containing = async (value: string): Promise<string[]> => {
    const text: Cell = { kind: 'string', value };
    const condition = { kind: 'column', reference: { column: title() }, operator: 'contains', values: [text] } as const;
    return ids(await current().ports.records.list(items(), aQuery({ conditions: [condition] }), CALL));
  };
  const choices = async (terms: readonly string[]): Promise<string[]> => {
    const source = { kind: 'relation', relation: current().relation('parent'), label: title() } as const;
    const page = { number: 1, size: 50 };
    const found = await current().ports.options.options(
      items(),
      { source, terms, ids: [], page, formValues: [] },
      CALL,
    );
    return found.options.map(({ value }) => value);
  };
  const candidates = async (owner: string, terms: readonly string[]): Promise<string[]> => {
    const target = { ...items(), id: owner, relation: current().relation('children') };
    const searched = { mode: 'all', terms, columns: [{ column: title() }] } as const;
    const found = await current().ports.relations.candidates(target, aQuery({ search: searched }), [], CALL);
    return 'value' in found ? ids(found.value) : expect.fail(found.outcome);
  };

  it('finds the same in every case, in searches, conditions, choices and candidates (HC-33)', async () => {
    const [owner] = await seed(current(), [{ title: 'the owner' }]);
    for (const [stored, term, found] of PAIRS) {
      const [id] = await seed(current(), [{ title: stored }]);
      const what = `"${term}" in "${stored}"`;
      expect(titled(await search([term]), id!), `search ${what}`).to.equal(found);
      expect(titled(await containing(term), id!), `contains ${what}`).to.equal(found);
      expect(titled(await choices([term]), id!), `choices ${what}`).to.equal(found);
      expect(titled(await candidates(owner!, [term]), id!), `candidates ${what}`).to.equal(found);
      await current().db.deleteFrom('items').where('id', '=', Number(id)).execute();
    }
  });

  it("finds terms of the API's maximum length, whatever letters they contain", async () => {
    for (const letter of ['s', 'Ü', '*', 'ω']) {
      const stored = letter.repeat(200);
      const [id] = await seed(current(), [{ title: stored }]);
      expect(await search([stored.toLowerCase()]), letter).to.deep.equal([id]);
      await current().db.deleteFrom('items').where('id', '=', Number(id)).execute();
    }
  });
}
