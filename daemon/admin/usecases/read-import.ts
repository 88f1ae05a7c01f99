import type { ImportEncoding } from '../api/answers.js';
import type { FieldProblem } from '../api/errors.js';
import { AdminError, invalid, isProblem } from '../api/errors.js';
import { undefused } from '../api/formula.js';
import { MAX_IMPORT_CHOICES } from '../api/limits.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { ImportableField } from '../model/schema/importable.js';
import type { Ports } from '../ports/ports.js';
import type { CsvFile, CsvRow } from '../records/import/csv-file.js';
import { readCsv } from '../records/import/csv-file.js';
import type { FindChoice } from '../records/import/field-values.js';
import { choicesIn } from '../records/import/field-values.js';
import { decimalSignOf } from '../records/import/local-values.js';
import type { Mapping, Say } from '../records/import/mapping.js';
import { givenMapping, guessMapping, labelOf } from '../records/import/mapping.js';
import type { ImportParameters } from '../records/import/parameters.js';
import type { ImportPlan } from '../records/import/plan.js';
import { planImport } from '../records/import/plan.js';
import { ProblemList } from '../records/import/problem-list.js';
import type { ReadRow } from '../records/import/read-rows.js';
import { readRows } from '../records/import/read-rows.js';
import type { RowWrites } from './row-writes.js';
import { placeOf, writesOf } from './row-writes.js';
import { permittedForms } from '../schema/permitted/form.js';
import { mayImport, permittedLists } from '../schema/permitted/list.js';
import type { Asking } from './asking.js';
import { hostChoices, hostOrigin, listedChoices } from './find-choices.js';
import { findExisting } from './find-existing.js';

/** The language of the reader. */
export interface ReaderTexts {
  readonly locale: string;
  readonly say: Say;
  problem(problem: FieldProblem): string;
  readonly yes: string;
  readonly no: string;
}

export interface ImportedFile {
  readonly bytes: Buffer;
  /** Of a file without a byte order mark. */
  readonly encoding: ImportEncoding;
}

/** A file as this administrator would import it. */
export interface ReadImport extends Pick<RowWrites, 'writes' | 'outcomes' | 'counts'> {
  readonly file: CsvFile;
  readonly decimal: '.' | ',';
  readonly plan: ImportPlan;
  readonly mapping: Mapping;
  readonly rows: readonly ReadRow[];
  readonly problems: ProblemList;
}

/** Reads a file in the way that the parameters say, and finds what its rows refer to. Writes nothing. */
export function createReadImport(
  { controller, list, form: schema }: ControllerSchema,
  { bulk, options }: Pick<Ports, 'bulk' | 'options'>,
) {
  return async (
    given: ImportedFile,
    parameters: ImportParameters,
    texts: ReaderTexts,
    asking: Asking,
  ): Promise<ReadImport | AdminError> => {
    const { permissions, caller } = asking;
    if (list?.import === undefined || schema === undefined) return new AdminError('not_found');
    if (!mayImport(list, permissions)) return new AdminError('forbidden');
    const plan = planImport(list.import, permittedForms.get(schema, permissions), parameters);
    if (plan instanceof AdminError) return plan;
    const file = await readCsv(given.bytes, { encoding: given.encoding, separator: parameters.separator });
    if (isProblem(file)) return invalid('file', file);
    const shownList = permittedLists.get(list, permissions);
    const mapping =
      parameters.columns === undefined
        ? guessMapping(file.headings, plan.fields, shownList, texts.say)
        : givenMapping(parameters.columns, file.headings, plan.fields);
    if (isProblem(mapping)) return invalid('columns', mapping);
    const decimal = parameters.decimal ?? (file.separator === ',' ? '.' : decimalSignOf(texts.locale));
    const target = { caller, controller: controller.id };
    const finds = await findersOf(mapping, file.rows, texts.say, (origin, found) =>
      hostChoices(origin, found, options, target, asking),
    );
    if (isProblem(finds)) return invalid('file', finds);
    const reading = { decimal, timeZone: parameters.timeZone, ...texts };
    const rows = await readRows(file, mapping, finds, reading);
    const problems = new ProblemList(texts);
    const read = { file, decimal, plan, mapping, rows, problems };
    if (plan.update !== undefined && placeOf(mapping, plan.update.key.name) === null) {
      const field = labelOf(plan.update.key.field, texts.say);
      problems.add(null, null, { rule: 'import_key_unmapped', parameters: { field } });
      return { ...read, writes: [], outcomes: [], counts: { created: 0, updated: 0, unchanged: 0 } };
    }
    const shown = { headings: file.headings, list: shownList, say: texts.say, reading };
    const written = await writesOf(rows, plan, mapping, (update, wanted) =>
      findExisting(update, wanted, mapping, shown, bulk, target, asking),
    );
    for (const field of written.missing) {
      problems.add(null, null, { rule: 'import_unmapped', parameters: { field: labelOf(field, texts.say) } });
    }
    for (const row of written.problems) {
      for (const { column, problem } of row.problems) problems.add(row.row, column, problem);
    }
    return { ...read, ...written, problems };
  };
}

/** How to find the choices of each mapped column that has choices. */
async function findersOf(
  mapping: Mapping,
  rows: readonly CsvRow[],
  say: Say,
  ask: (origin: NonNullable<ReturnType<typeof hostOrigin>>, texts: ReadonlySet<string>) => Promise<FindChoice>,
): Promise<ReadonlyMap<ImportableField, FindChoice> | FieldProblem> {
  const finds = new Map<ImportableField, FindChoice>();
  let asked = 0;
  for (const [index, field] of mapping.entries()) {
    if (field === undefined) continue;
    const listed = listedChoices(field, say);
    if (listed !== undefined) finds.set(field, listed);
    const origin = hostOrigin(field);
    if (origin === undefined) continue;
    const texts = new Set(rows.flatMap(({ cells }) => choicesIn(field, undefused(cells[index] ?? ''))));
    texts.delete('');
    asked += texts.size;
    if (asked > MAX_IMPORT_CHOICES) return { rule: 'import_choices', parameters: { maximum: MAX_IMPORT_CHOICES } };
    finds.set(field, await ask(origin, texts));
  }
  return finds;
}
