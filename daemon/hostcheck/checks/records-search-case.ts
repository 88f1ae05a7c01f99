import type { Column } from '../../admin/model/column.js';
import type { ListQuery } from '../../admin/model/query.js';
import { CALL } from '../admin/ports.js';
import { firstRecords, pageOf, survey } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

const MAX_TERM = 100;

/** A text of each column is looked for as it is and in the other case: what letters the records have is what this proves. */
export const recordsSearchCase: Check = {
  name: 'records/search-case',
  citation: 'admin_query.proto: AdminSearch, ADMIN_COMPARISON_OPERATOR_CONTAINS, "Unicode simple case folding"',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const { target, model, selection } = surveyed;
      const known = await firstRecords(subject.admin, surveyed);
      const found = async (overrides: Partial<ListQuery>): Promise<string[]> => {
        const { records } = await subject.admin.records.list(target, pageOf(selection, overrides), CALL);
        return records.map(({ id }) => id);
      };
      for (const [index, column] of model.columns.entries()) {
        const text = known.map(({ cells }) => textOf(cells[index])).find((one) => one !== undefined);
        if (column.type !== 'string' || text === undefined) continue;
        const other = otherCase(text);
        const advice =
          'Compare by Unicode simple case folding, in every database and locale: it maps letters one to one.';
        const about = `in column ${column.name} of ${target.controller}, in the other case`;
        for (const query of [searching, containing]) {
          expectSame(`a text ${about}`, await found(query(column, other)), await found(query(column, text)), advice);
        }
      }
    }
  },
};

function searching(column: Column, term: string): Partial<ListQuery> {
  return { search: { mode: 'exact', terms: [term], columns: [{ column }] } };
}

function containing(column: Column, value: string): Partial<ListQuery> {
  const values = [{ kind: 'string', value } as const];
  return { conditions: [{ kind: 'column', reference: { column }, operator: 'contains', values }] };
}

function textOf(cell: { readonly kind: string; readonly value?: unknown } | undefined): string | undefined {
  if (cell?.kind !== 'string' || typeof cell.value !== 'string') return undefined;
  const text = cell.value.trim();
  return text.length <= MAX_TERM && otherCase(text) !== text ? text : undefined;
}

const SAME_LETTER = /^(.)\1$/iu;

/** Every letter as the one that simple case folding takes for the same; as it is where there is none. */
function otherCase(text: string): string {
  return Array.from(text, (letter) => {
    const others = [letter.toUpperCase(), letter.toLowerCase()];
    return others.find((other) => other !== letter && SAME_LETTER.test(letter + other)) ?? letter;
  }).join('');
}
