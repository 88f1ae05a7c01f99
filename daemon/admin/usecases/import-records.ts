import { setImmediate as nextTurn } from 'node:timers/promises';
import { sha256 } from '../../core/crypto.js';
import type { ImportBody, ImportCheckBody, ImportEncoding } from '../api/answers.js';
import type { FieldProblem } from '../api/errors.js';
import { AdminError, invalid, isProblem } from '../api/errors.js';
import { MAX_IMPORT_CHOICES, MAX_IMPORT_PROBLEMS, MAX_IMPORT_TEXT } from '../api/limits.js';
import type { QueryEntries } from '../api/query-grammar.js';
import type { RecordWrite } from '../model/record.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { ImportableField } from '../model/schema/importable.js';
import type { RefusedRecord } from '../ports/bulk.js';
import type { Ports } from '../ports/ports.js';
import type { CsvFile, CsvRow } from '../records/import/csv-file.js';
import { plainText, readCsv } from '../records/import/csv-file.js';
import type { FindChoice, Reading } from '../records/import/field-values.js';
import { choicesIn, readValue } from '../records/import/field-values.js';
import { decimalSignOf } from '../records/import/local-values.js';
import type { Mapping, Say } from '../records/import/mapping.js';
import { givenMapping, guessMapping, importableFields, labelOf, unfilled } from '../records/import/mapping.js';
import type { ImportParameters } from '../records/import/parameters.js';
import { importParameters } from '../records/import/parameters.js';
import { parseWrite } from '../records/record-write.js';
import type { PermittedForm } from '../schema/permitted/form.js';
import { permittedForms } from '../schema/permitted/form.js';
import { mayImport, permittedLists } from '../schema/permitted/list.js';
import type { Asking } from './asking.js';
import { hostRefusal } from './asking.js';
import { hostChoices, hostOrigin, listedChoices } from './find-choices.js';

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

/** Rows whose values the answer of a check shows, and values of a column that help to recognize it. */
const PREVIEW_ROWS = 5;
const SAMPLES = 3;
/** Characters of them. */
const SAMPLE_LENGTH = 80;
/** Rows that are read before other requests get their turn. */
const ROWS_PER_TURN = 100;

/** A file as this administrator would import it. */
interface ReadFile {
  readonly form: PermittedForm;
  readonly file: CsvFile;
  readonly decimal: '.' | ',';
  readonly fields: readonly ImportableField[];
  readonly mapping: Mapping;
  readonly preview: readonly (readonly (string | null)[])[];
  /** One for each row without a problem. */
  readonly writes: readonly RecordWrite[];
  readonly problems: ProblemList;
}

/**
 * Imports a file into a list: `check` says how the file is read and what is wrong with it, and writes nothing; `run` reads it
 * again in the same way, and the host creates all of its records in one transaction, or none.
 */
export function createImportRecords(
  { controller, list, form: schema }: ControllerSchema,
  { bulk, options }: Pick<Ports, 'bulk' | 'options'>,
) {
  async function read(
    given: ImportedFile,
    parameters: ImportParameters,
    texts: ReaderTexts,
    asking: Asking,
  ): Promise<ReadFile | AdminError> {
    const { permissions, caller } = asking;
    const form = schema && permittedForms.get(schema, permissions).create;
    if (list?.import === undefined) return new AdminError('not_found');
    if (form === undefined || form === null || !mayImport(list, permissions)) return new AdminError('forbidden');
    const file = await readCsv(given.bytes, { encoding: given.encoding, separator: parameters.separator });
    if (isProblem(file)) return invalid('file', file);
    const fields = importableFields(list.import, form);
    const mapping =
      parameters.columns === undefined
        ? guessMapping(file.headings, fields, permittedLists.get(list, permissions), texts.say)
        : givenMapping(parameters.columns, file.headings, fields);
    if (isProblem(mapping)) return invalid('columns', mapping);
    const decimal = parameters.decimal ?? (file.separator === ',' ? '.' : decimalSignOf(texts.locale));
    const reading = { decimal, timeZone: parameters.timeZone, ...texts };
    const target = { caller, controller: controller.id };
    const finds = await findersOf(mapping, file.rows, texts.say, (origin, found) =>
      hostChoices(origin, found, options, target, asking),
    );
    if (isProblem(finds)) return invalid('file', finds);
    return { form, file, decimal, fields, mapping, ...(await readRows(file, form, mapping, finds, reading, texts)) };
  }

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
      const { file, decimal, fields, mapping, preview, problems } = found;
      const { separator, encoding, headings, rows } = file;
      return {
        ...{ separator, encoding, decimal },
        columns: headings.map((heading, index) => ({
          heading: shortened(heading),
          field: mapping[index]?.name ?? null,
          samples: samplesOf(rows, index),
        })),
        fields: fields.map((field) => ({
          name: field.name,
          label: labelOf(field, texts.say),
          required: field.rules.required && field.view.default === undefined,
        })),
        rows: rows.length,
        preview,
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
      const { file, form, mapping, writes, problems } = found;
      if (problems.count > 0) return { created: 0, ...problems.body(), incomplete: false };
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
      const outcome = await bulk.importRecords(target, { importId, records: writes }, call);
      switch (outcome.outcome) {
        case 'imported':
          return { created: outcome.created, problems: [], more_problems: 0, incomplete: false };
        case 'tooLarge':
          return invalid('file', { rule: 'import_size' });
        case 'refused':
          problems.add(null, null, outcome.message);
          return { created: 0, ...problems.body(), incomplete: false };
        case 'refusedRecords':
          for (const record of outcome.records) addRefused(problems, record, form, mapping, file.rows);
          return { created: 0, ...problems.body(), incomplete: outcome.hasMore };
      }
    },
  };
}

/** The problems of a file, of which an answer has room for some. */
class ProblemList {
  readonly #problems: ImportBody['problems'][number][] = [];
  count = 0;

  constructor(private readonly texts: ReaderTexts) {}

  add(row: number | null, column: number | null, problem: FieldProblem | string): void {
    this.count += 1;
    if (this.#problems.length === MAX_IMPORT_PROBLEMS) return;
    const message = typeof problem === 'string' ? problem : this.texts.problem(problem);
    this.#problems.push({ row, column, message });
  }

  body(): Pick<ImportBody, 'problems' | 'more_problems'> {
    return { problems: this.#problems, more_problems: this.count - this.#problems.length };
  }
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
    const texts = new Set(rows.flatMap(({ cells }) => choicesIn(field, plainText(cells[index] ?? ''))));
    texts.delete('');
    asked += texts.size;
    if (asked > MAX_IMPORT_CHOICES) return { rule: 'import_choices', parameters: { maximum: MAX_IMPORT_CHOICES } };
    finds.set(field, await ask(origin, texts));
  }
  return finds;
}

async function readRows(
  { headings, rows }: CsvFile,
  form: PermittedForm,
  mapping: Mapping,
  finds: ReadonlyMap<ImportableField, FindChoice>,
  reading: Reading,
  texts: ReaderTexts,
): Promise<Pick<ReadFile, 'writes' | 'problems' | 'preview'>> {
  const problems = new ProblemList(texts);
  const missing = unfilled(form, mapping);
  for (const { name, view } of missing) {
    const field = view.label === null ? name : texts.say(view.label);
    problems.add(null, null, { rule: 'import_unmapped', parameters: { field } });
  }
  const reported = new Set(missing.map(({ name }) => name));
  const initial = initialValues(form);
  const writes: RecordWrite[] = [];
  const preview: (string | null)[][] = [];
  for (const [at, { number, cells }] of rows.entries()) {
    if (at % ROWS_PER_TURN === 0) await nextTurn();
    const found: { readonly column: number | null; readonly problem: FieldProblem }[] = [];
    if (cells.length > headings.length && cells.slice(headings.length).some((cell) => cell.trim() !== '')) {
      found.push({ column: null, problem: { rule: 'import_cells', parameters: { maximum: headings.length } } });
    }
    const body: Record<string, unknown> = Object.assign(Object.create(null) as object, initial);
    const shown: (string | null)[] = headings.map(() => null);
    for (const [index, field] of mapping.entries()) {
      const text = plainText(cells[index] ?? '');
      if (field === undefined || text.trim() === '') continue;
      const read = text.length > MAX_IMPORT_TEXT ? TOO_LONG : readValue(field, text, reading, finds.get(field));
      if (isProblem(read)) found.push({ column: index, problem: read });
      else {
        body[field.name] = read.value;
        shown[index] = field.binding.kind === 'column' && !finds.has(field) ? inWords(read.value, texts) : text;
      }
    }
    if (preview.length < PREVIEW_ROWS) preview.push(shown.map((text) => text && shortened(text)));
    const parsed = parseWrite(form, body, { creating: true });
    if ('write' in parsed) {
      if (found.length === 0) writes.push(parsed.write);
    } else {
      for (const [name, ofField] of Object.entries(parsed.problems)) {
        if (reported.has(name)) continue;
        const place = mapping.findIndex((field) => field?.name === name);
        const column = place === -1 ? null : place;
        // A value that could not be read at all is already a problem, and is missing here for that reason.
        if (column !== null && found.some((one) => one.column === column)) continue;
        for (const problem of ofField) found.push({ column, problem });
      }
    }
    found.sort((one, other) => (one.column ?? -1) - (other.column ?? -1));
    for (const { column, problem } of found) problems.add(number, column, problem);
  }
  return { writes, problems, preview };
}

const TOO_LONG: FieldProblem = { rule: 'import_text', parameters: { maximum: MAX_IMPORT_TEXT } };

/** The values that the create form begins with. */
function initialValues({ writable }: PermittedForm): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...writable.values()].flatMap(({ name, view }) => (view.default === undefined ? [] : [[name, view.default]])),
  );
}

function inWords(value: unknown, { yes, no }: ReaderTexts): string {
  return typeof value === 'boolean' ? (value ? yes : no) : String(value);
}

function addRefused(
  problems: ProblemList,
  { index, errors, message }: RefusedRecord,
  form: PermittedForm,
  mapping: Mapping,
  rows: readonly CsvRow[],
): void {
  const row = rows[index]?.number ?? null;
  if (message !== '') problems.add(row, null, message);
  if (errors.length === 0) return;
  const { fields = {}, message: elsewhere } = hostRefusal(form, errors).details;
  if (elsewhere !== undefined) problems.add(row, null, elsewhere);
  for (const [name, found] of Object.entries(fields)) {
    const column = mapping.findIndex((field) => field?.name === name);
    for (const one of found) problems.add(row, column === -1 ? null : column, one);
  }
}

function samplesOf(rows: readonly CsvRow[], index: number): readonly string[] {
  const samples: string[] = [];
  for (const { cells } of rows) {
    const text = plainText(cells[index] ?? '').trim();
    if (text !== '') samples.push(shortened(text));
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * SAMPLE_LENGTH)];
  return text.length <= SAMPLE_LENGTH ? text : `${characters.slice(0, SAMPLE_LENGTH).join('')}…`;
}
