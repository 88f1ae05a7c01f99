import { sha256 } from '../../core/crypto.js';
import type { ImportBody, ImportCheckBody } from '../api/answers.js';
import { AdminError, invalid } from '../api/errors.js';
import { undefused } from '../api/formula.js';
import type { QueryEntries } from '../api/query-grammar.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { RefusedRecord } from '../ports/bulk.js';
import type { Ports } from '../ports/ports.js';
import type { CsvRow } from '../records/import/csv-file.js';
import { excerpt } from '../records/import/excerpt.js';
import type { Mapping } from '../records/import/mapping.js';
import { labelOf } from '../records/import/mapping.js';
import { importParameters } from '../records/import/parameters.js';
import type { ProblemList } from '../records/import/problem-list.js';
import type { RowWrite } from './row-writes.js';
import { placeOf } from './row-writes.js';
import type { Asking } from './asking.js';
import { hostRefusal } from './asking.js';
import type { ImportedFile, ReaderTexts } from './read-import.js';
import { createReadImport } from './read-import.js';

/** Rows whose values the answer of a check shows, and values of a column that help to recognize it. */
const PREVIEW_ROWS = 5;
const SAMPLES = 3;

const NOTHING = { created: 0, updated: 0, unchanged: 0 };

/**
 * Imports a file into a list: `check` says how the file is read and what is wrong with it, and writes nothing; `run` reads it
 * again in the same way, and the host writes all of its records in one transaction, or none.
 */
export function createImportRecords(schema: ControllerSchema, ports: Pick<Ports, 'bulk' | 'options'>) {
  const { controller } = schema;
  const read = createReadImport(schema, ports);

  return {
    async check(
      given: ImportedFile,
      query: QueryEntries,
      texts: ReaderTexts,
      asking: Asking,
    ): Promise<ImportCheckBody | AdminError> {
      const parameters = importParameters(query, false);
      if (parameters instanceof AdminError) return parameters;
      const found = await read(given, parameters, texts, asking);
      if (found instanceof AdminError) return found;
      const { file, decimal, plan, mapping, rows, outcomes, counts, problems } = found;
      const { separator, encoding, headings } = file;
      const named = ({ name, label }: { name: string; label: string }) => ({ name, label });
      return {
        separator,
        encoding,
        decimal,
        mode: plan.mode,
        modes: plan.modes,
        key: plan.update?.key.name ?? null,
        keys: plan.keys.map(({ name, field }) => named({ name, label: labelOf(field, texts.say) })),
        columns: headings.map((heading, index) => ({
          heading: excerpt(heading),
          field: mapping[index]?.name ?? null,
          samples: samplesOf(file.rows, index),
        })),
        fields: plan.fields.map((field) => ({
          name: field.name,
          label: labelOf(field, texts.say),
          required:
            field.name === plan.update?.key.name ||
            (plan.create !== undefined && field.rules.required && field.view.default === undefined),
        })),
        rows: file.rows.length,
        preview: rows.slice(0, PREVIEW_ROWS).map(({ shown }) => shown.map((text) => text && excerpt(text))),
        outcomes: outcomes.slice(0, PREVIEW_ROWS),
        counts,
        ...problems.body(),
      };
    },

    async run(
      given: ImportedFile,
      query: QueryEntries,
      texts: ReaderTexts,
      asking: Asking,
    ): Promise<ImportBody | AdminError> {
      const parameters = importParameters(query, true);
      if (parameters instanceof AdminError) return parameters;
      const found = await read(given, parameters, texts, asking);
      if (found instanceof AdminError) return found;
      const { plan, mapping, writes, counts, problems } = found;
      if (problems.count > 0) return { ...NOTHING, ...problems.body(), incomplete: false };
      const imported = { ...counts, problems: [], more_problems: 0, incomplete: false };
      if (writes.length === 0) return imported;
      const { caller, call } = asking;
      const importId = sha256(
        JSON.stringify([
          caller.principal.id,
          controller.id,
          parameters,
          given.encoding,
          texts.locale,
          sha256(given.bytes).toString('hex'),
        ]),
      );
      const target = { caller, controller: controller.id };
      const sent = { importId, records: writes, mayDiffer: plan.update !== undefined };
      const outcome = await ports.bulk.importRecords(target, sent, call);
      switch (outcome.outcome) {
        case 'imported':
          return imported;
        case 'tooLarge':
          return invalid('file', { rule: 'import_size' });
        case 'refused':
          problems.add(null, null, outcome.message);
          return { ...NOTHING, ...problems.body(), incomplete: false };
        case 'refusedRecords':
          for (const record of outcome.records) addRefused(problems, record, mapping, writes);
          return { ...NOTHING, ...problems.body(), incomplete: outcome.hasMore };
      }
    },
  };
}

const GONE = { missing: { rule: 'import_gone' }, changed: { rule: 'import_changed' } } as const;

function addRefused(
  problems: ProblemList,
  { index, errors, message, reason }: RefusedRecord,
  mapping: Mapping,
  writes: readonly RowWrite[],
): void {
  const { row = null, form } = writes[index] ?? {};
  if (reason !== undefined) problems.add(row, null, GONE[reason]);
  if (message !== '') problems.add(row, null, message);
  const { fields = {}, message: elsewhere } = hostRefusal(form, errors).details;
  if (elsewhere !== undefined) problems.add(row, null, elsewhere);
  for (const [name, found] of Object.entries(fields)) {
    for (const one of found) problems.add(row, placeOf(mapping, name), one);
  }
}

function samplesOf(rows: readonly CsvRow[], index: number): readonly string[] {
  const samples: string[] = [];
  for (const { cells } of rows) {
    const text = undefused(cells[index] ?? '').trim();
    if (text !== '') samples.push(excerpt(text));
    if (samples.length === SAMPLES) break;
  }
  return samples;
}
