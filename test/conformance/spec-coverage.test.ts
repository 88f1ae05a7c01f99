import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Rows of the tables, without heads and rulers: what is held, and by what. */
function rowsOf(markdown: string): (readonly [row: string, heldBy: string])[] {
  const cells = markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, row = '', heldBy = '']) => [row, heldBy] as const);
  return cells.filter(([row, heldBy]) => !row.startsWith('--') && heldBy !== 'held by');
}

describe('docs/spec-coverage.md', () => {
  const rows = rowsOf(readFileSync(`${ROOT}docs/spec-coverage.md`, 'utf8'));

  it('has rows', () => expect(rows).to.have.length.greaterThan(200));

  for (const [row, heldBy] of rows) {
    it(`${row}: the tests it names exist and say so`, () => {
      const named = [...heldBy.matchAll(/`([^`]+)`(?: "([^"]+)")?/g)];
      expect(named).to.not.have.length(0);
      for (const [, path = '', words = ''] of named) {
        // As prettier may have broken a title's source over lines, white space counts for one blank.
        const text = readFileSync(ROOT + path, 'utf8').replace(/\s+/g, ' ');
        expect(text.includes(words), `${path} says "${words}"`).to.equal(true);
      }
    });
  }
});
