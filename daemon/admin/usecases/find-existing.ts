import { MAX_IDS, MAX_RELATED_IN_FIELD } from '../api/limits.js';
import { composed, spellings } from '../api/spelling.js';
import type { Cell } from '../model/column.js';
import { isToMany } from '../model/column.js';
import type { AdminRecord } from '../model/record.js';
import type { Selection } from '../model/query.js';
import type { Bulk } from '../ports/bulk.js';
import type { ControllerTarget } from '../ports/record-store.js';
import type { Mapping } from '../records/import/mapping.js';
import type { UpdatePlan } from '../records/import/plan.js';
import { questions } from '../records/import/questions.js';
import type { Match, Wanted } from './row-writes.js';
import { keyText } from './row-writes.js';
import { hasAlready } from '../records/import/same-values.js';
import { SelectionBuilder } from '../schema/permitted/list.js';
import type { Asking } from './asking.js';

/**
 * Finds the records that the rows of a file update, within the form scope: a record outside of it does not exist for the
 * administrator. One call to the host for each 200 keys, in both spellings, unless they or their records are too long for one.
 */
export async function findExisting(
  { form, key }: UpdatePlan,
  wanted: ReadonlyMap<string, Wanted>,
  mapping: Mapping,
  bulk: Pick<Bulk, 'walk'>,
  target: ControllerTarget,
  { call }: Pick<Asking, 'call'>,
): Promise<ReadonlyMap<string, Match>> {
  const selection = selectionOf({ form, key }, mapping);
  const matches = new Map<string, Match>();
  const take = (record: AdminRecord): void => {
    const [cell] = record.cells;
    const text = key.isId ? composed(record.id) : cell === undefined ? '' : keyText(cell);
    const row = wanted.get(text);
    if (row === undefined) return;
    const { id, version } = record;
    const existing = { id, ...(version !== undefined && { expectedVersion: version }) };
    matches.set(text, matches.has(text) ? 'several' : { existing, isSame: hasAlready(row.write, record, selection) });
  };
  const keys = [...wanted.values()].flatMap((one) => spelled(one.key));
  for (const values of questions(keys, MAX_IDS, (cell) => [keyText(cell)])) {
    const conditions = [{ kind: 'column', reference: { column: key.column }, operator: 'in', values }] as const;
    let after = '';
    for (;;) {
      const walk = { scope: 'form', matching: { conditions, scopes: [] }, selection, after, limit: MAX_IDS } as const;
      const page = await bulk.walk(target, walk, (record) => (take(record), record.id), call);
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

/** The key, and every value that a row would change. */
function selectionOf({ form: { writable }, key }: UpdatePlan, mapping: Mapping): Selection {
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
  // Only the ids of related records count.
  return { ...selection.build(), maxRelatedText: 1 };
}
