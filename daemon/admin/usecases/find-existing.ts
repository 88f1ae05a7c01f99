import { MAX_EXPORTED_TEXT, MAX_IDS, MAX_RELATED_IN_FIELD } from '../api/limits.js';
import { composed, spellings } from '../api/spelling.js';
import type { Cell } from '../model/column.js';
import { isToMany } from '../model/column.js';
import type { AdminRecord } from '../model/record.js';
import type { Selection } from '../model/query.js';
import type { Bulk } from '../ports/bulk.js';
import type { ControllerTarget } from '../ports/record-store.js';
import type { Mapping, Say } from '../records/import/mapping.js';
import type { Reading } from '../records/import/field-values.js';
import type { KeyField, UpdatePlan } from '../records/import/plan.js';
import { questions } from '../records/import/questions.js';
import type { Match, Wanted } from './row-writes.js';
import { keyText } from './row-writes.js';
import { hasAlready } from '../records/import/same-values.js';
import type { Rendering } from '../records/untouched-cells.js';
import { renderingsOf, touchedOnly } from '../records/untouched-cells.js';
import type { ParsedWrite } from '../records/record-write.js';
import { parseWrite } from '../records/record-write.js';
import type { PermittedList } from '../schema/permitted/list.js';
import { SelectionBuilder } from '../schema/permitted/list.js';
import type { Asking } from './asking.js';

/** The file, beside what the list shows to the reader. */
export interface ShownFile {
  readonly headings: readonly string[];
  readonly list: Pick<PermittedList, 'columns'>;
  readonly say: Say;
  readonly reading: Reading;
}

/**
 * Finds the records that the rows of a file update, within the form scope: a record outside of it does not exist for the
 * administrator. One call to the host for each 200 keys, in both spellings, unless they or their records are too long for one.
 */
export async function findExisting(
  { form, key }: UpdatePlan,
  wanted: ReadonlyMap<string, Wanted>,
  mapping: Mapping,
  shown: ShownFile,
  bulk: Pick<Bulk, 'walk'>,
  target: ControllerTarget,
  { call }: Pick<Asking, 'call'>,
): Promise<ReadonlyMap<string, Match>> {
  const { selection, renderings } = selectionOf({ form, key }, mapping, shown);
  const matches = new Map<string, Match>();
  const take = (record: AdminRecord): void => {
    const [cell] = record.cells;
    const text = key.isId ? composed(record.id) : cell === undefined ? '' : keyText(cell);
    const given = wanted.get(text);
    if (given === undefined) return;
    if (matches.has(text)) {
      matches.set(text, 'several');
      return;
    }
    const { id, version } = record;
    const existing = { id, ...(version !== undefined && { expectedVersion: version }) };
    const row = touchedOnly(given.row, record, renderings, shown.reading);
    const parsed = withoutKey(parseWrite(form, row.values, { creating: false }), key);
    const isSame = 'write' in parsed && hasAlready(parsed.write, record, selection);
    matches.set(text, { existing, row, parsed, isSame });
  };
  const keys = [...wanted.values()].flatMap((one) => spelled(one.key));
  for (const values of questions(keys, MAX_IDS, (cell) => [keyText(cell)])) {
    const conditions = [{ kind: 'column', reference: { column: key.column }, operator: 'in', values }] as const;
    let after = '';
    for (;;) {
      const walk = { scope: 'form', matching: { conditions, scopes: [] }, selection, after, limit: MAX_IDS } as const;
      const idOfTaken = (record: AdminRecord): string => {
        take(record);
        return record.id;
      };
      const page = await bulk.walk(target, walk, idOfTaken, call);
      const last = page.records.at(-1);
      // A key with two records already refuses the import: nothing is gained by the others.
      if (!page.hasMore || last === undefined || [...matches.values()].includes('several')) break;
      after = last;
    }
  }
  return matches;
}

/** A key in both spellings: the application compares keys as they are stored, and people cannot tell them apart. */
function spelled(key: Cell): readonly Cell[] {
  return key.kind === 'string' ? spellings(key.value).map((value) => ({ kind: 'string', value })) : [key];
}

/** The record has this value already. */
function withoutKey(parsed: ParsedWrite, { column: key }: KeyField): ParsedWrite {
  if ('problems' in parsed) return parsed;
  const columns = parsed.write.columns.filter(({ column }) => column.name !== key.name);
  return { write: { ...parsed.write, columns } };
}

/** The key, every value that a row would change, and what the list shows of it. */
function selectionOf(
  { form: { writable }, key }: UpdatePlan,
  mapping: Mapping,
  { headings, list, say }: ShownFile,
): { readonly selection: Selection; readonly renderings: readonly Rendering[] } {
  const selection = new SelectionBuilder();
  selection.column(key.column);
  for (const mapped of mapping) {
    const binding = mapped && writable.get(mapped.name)?.binding;
    if (binding?.kind === 'column') selection.column(binding.column);
    if (binding?.kind === 'relation') {
      const { relation, label } = binding;
      const limit = isToMany(relation) ? MAX_RELATED_IN_FIELD : 1;
      selection.relation({ kind: 'related', relation, column: label, limit });
    }
  }
  const written = mapping.map((field) =>
    field !== undefined && field.name !== key.name && writable.has(field.name) ? field : undefined,
  );
  const renderings = renderingsOf(written, headings, list, say, selection);
  // Of related records that the list does not show, only the ids count.
  const maxRelatedText = renderings.some(({ slot }) => slot.kind === 'relation') ? MAX_EXPORTED_TEXT : 1;
  return { selection: { ...selection.build(), maxRelatedText }, renderings };
}
