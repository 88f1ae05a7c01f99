import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FieldProblem } from '../../api/errors.js';
import { isProblem } from '../../api/errors.js';
import { undefused } from '../../api/formula.js';
import { MAX_IMPORT_TEXT } from '../../api/limits.js';
import type { ImportableField } from '../../model/schema/importable.js';
import type { CsvFile } from './csv-file.js';
import type { FindChoice, Reading } from './field-values.js';
import { readValue } from './field-values.js';
import type { Mapping } from './mapping.js';

/** Rows that are read before other requests get their turn. */
const ROWS_PER_TURN = 100;

/** A row as values of fields, before any form has checked them. */
export interface ReadRow {
  /** As a spreadsheet counts. */
  readonly number: number;
  /** Of each column, without the apostrophes of an export. */
  readonly texts: readonly string[];
  /** By field; a blank cell is an untouched field, and is absent. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly CellProblem[];
  /** The value of each column in words; null: ignored, blank or wrong. */
  readonly shown: readonly (string | null)[];
}

export interface CellProblem {
  /** Null: the whole row. */
  readonly column: number | null;
  readonly problem: FieldProblem;
}

/** Reads the cells of every row. `finds` has the choices of each mapped field that has choices. */
export async function readRows(
  { headings, rows }: CsvFile,
  mapping: Mapping,
  finds: ReadonlyMap<ImportableField, FindChoice>,
  reading: Reading,
): Promise<readonly ReadRow[]> {
  const all: ReadRow[] = [];
  for (const [at, { number, cells }] of rows.entries()) {
    if (at % ROWS_PER_TURN === 0) await nextTurn();
    const problems: CellProblem[] = [];
    if (cells.slice(headings.length).some((cell) => cell.trim() !== '')) {
      problems.push({ column: null, problem: { rule: 'import_cells', parameters: { maximum: headings.length } } });
    }
    const texts = headings.map((_heading, index) => undefused(cells[index] ?? ''));
    const values = Object.create(null) as Record<string, unknown>;
    const shown: (string | null)[] = headings.map(() => null);
    for (const [index, field] of mapping.entries()) {
      const text = texts[index] ?? '';
      if (field === undefined || text.trim() === '') continue;
      const read = text.length > MAX_IMPORT_TEXT ? TOO_LONG : readValue(field, text, reading, finds.get(field));
      if (isProblem(read)) problems.push({ column: index, problem: read });
      else {
        values[field.name] = read.value;
        shown[index] = finds.has(field) ? text : inWords(read.value, reading);
      }
    }
    all.push({ number, texts, values, problems, shown });
  }
  return all;
}

const TOO_LONG: FieldProblem = { rule: 'import_text', parameters: { maximum: MAX_IMPORT_TEXT } };

function inWords(value: unknown, { yes, no }: Reading): string {
  return typeof value === 'boolean' ? (value ? yes : no) : String(value);
}
