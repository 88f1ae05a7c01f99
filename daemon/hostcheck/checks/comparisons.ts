import type { Cell, Column, ReadCell } from '../../admin/model/column.js';
import type { ComparisonOperator, Condition, ListQuery, Search } from '../../admin/model/query.js';
import { NOTHING_SELECTED } from '../../admin/model/query.js';
import type { AdminRecord } from '../../admin/model/record.js';
import type { Surveyed } from '../subject/admin.js';
import { CALL, pageOf, survey } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { accented, containsWord, looselySame, meets, orderOf, wordOf } from '../subject/comparing.js';
import { CheckFailure, expectSame, expectThat, shown } from '../subject/expectations.js';

/** Comparisons, orders and searches on every registered column, with values that the host has just listed. */

/** Records of a controller, in the order of their keys; queries are limited to them. */
interface Known {
  readonly surveyed: Surveyed;
  readonly records: readonly AdminRecord[];
  readonly within: Condition;
}

const KNOWN = 20;

async function knownOf(subject: Subject, surveyed: Surveyed): Promise<Known> {
  const { model, target, selection } = surveyed;
  const query = pageOf(selection, { page: { number: 1, size: KNOWN } });
  const { records } = await subject.admin.records.list(target, query, CALL);
  const index = model.columns.findIndex(({ name }) => name === model.primaryKey);
  const column = model.columns[index];
  const values = records.flatMap(({ cells }) => readable(cells[index]));
  if (column === undefined || values.length < records.length || records.length === 0) {
    throw new CheckFailure(
      `records of ${target.controller} with keys that can be read`,
      shown(records.map(({ cells }) => cells[index])),
      'Add some records for every controller, and send their primary keys as values of their column.',
    );
  }
  return { surveyed, records, within: { kind: 'column', reference: { column }, operator: 'in', values } };
}

function readable(cell: ReadCell | undefined): readonly Cell[] {
  return cell === undefined || cell.kind === 'invalid' || cell.kind === 'truncated' ? [] : [cell];
}

/** The values of the column, each once, without null. */
function valuesOf({ surveyed, records }: Known, column: Column): readonly Cell[] {
  const index = surveyed.model.columns.indexOf(column);
  const all = records.flatMap(({ cells }) => readable(cells[index])).filter(({ kind }) => kind !== 'null');
  return all.filter((cell, at) => all.findIndex((other) => orderOf(cell, other) === 0) === at);
}

async function idsOf(subject: Subject, known: Known, overrides: Partial<ListQuery>): Promise<readonly string[]> {
  const { surveyed, within } = known;
  const conditions = [within, ...(overrides.conditions ?? [])];
  const query = pageOf(NOTHING_SELECTED, { page: { number: 1, size: KNOWN }, ...overrides, conditions });
  const { records, hasMore, total } = await subject.admin.records.list(surveyed.target, query, CALL);
  if (query.count && !hasMore) {
    const about = `total of ${surveyed.target.controller}, all on one page`;
    expectSame(about, total, records.length, 'Count the records that meet the conditions and the search.');
  }
  return records.map(({ id }) => id);
}

/** The expected records in the order of their keys. Where the rule is undefined, the host decides. */
function expectFound(
  what: string,
  { records }: Known,
  found: readonly string[],
  rule: (record: AdminRecord) => boolean | undefined,
  advice = 'Compare by the type of the column, as AdminComparisonOperator says.',
): void {
  const expected = records.filter((record) => rule(record) ?? found.includes(record.id)).map(({ id }) => id);
  expectSame(what, found, expected, advice);
}

const ORDERED = ['lt', 'le', 'gt', 'ge'] as const;

const columnComparisons: Check = {
  name: 'records/comparisons',
  citation: 'admin_query.proto: AdminComparison, AdminComparisonOperator',
  on: 'admin-unary',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const known = await knownOf(subject, surveyed);
      for (const column of surveyed.model.columns) await compareColumn(subject, known, column);
    }
  },
};

async function compareColumn(subject: Subject, known: Known, column: Column): Promise<void> {
  const { surveyed } = known;
  const index = surveyed.model.columns.indexOf(column);
  const cellOf = ({ cells }: AdminRecord): ReadCell => cells[index] ?? { kind: 'null' };
  const compare = async (operator: ComparisonOperator, values: readonly Cell[]): Promise<readonly string[]> => {
    const conditions: Condition[] = [{ kind: 'column', reference: { column }, operator, values }];
    return idsOf(subject, known, { conditions, count: operator === 'ne' });
  };
  const about = `records of ${surveyed.target.controller} whose ${column.name}`;
  expectFound(`${about} is null`, known, await compare('isNull', []), (one) => cellOf(one).kind === 'null');
  expectFound(`${about} is not null`, known, await compare('isNotNull', []), (one) => cellOf(one).kind !== 'null');
  const all = valuesOf(known, column);
  // Databases cannot compare JSON, and few screens ask for it.
  const value = all[Math.floor(all.length / 2)];
  if (value === undefined || column.type === 'json') return;
  for (const operator of ['eq', 'ne'] as const) {
    const found = await compare(operator, [value]);
    expectFound(`${about} ${operator} ${shown(value)}`, known, found, (one) => meets(cellOf(one), operator, value));
  }
  const some = all.slice(0, 2);
  expectFound(`${about} in ${shown(some)}`, known, await compare('in', some), (one) => {
    const verdicts = some.map((wanted) => meets(cellOf(one), 'in', wanted));
    return verdicts.includes(true) ? true : verdicts.includes(undefined) ? undefined : false;
  });
  if (column.type === 'bool' || column.type === 'bytes') return;
  const found = new Map<ComparisonOperator, readonly string[]>();
  for (const operator of ORDERED) {
    found.set(operator, await compare(operator, [value]));
    const ids = found.get(operator) ?? [];
    expectFound(`${about} ${operator} ${shown(value)}`, known, ids, (one) =>
      column.type === 'string' && !isSameText(cellOf(one), value) ? undefined : meetsText(cellOf(one), operator, value),
    );
  }
  for (const one of column.type === 'string' ? known.records : []) expectOneSide(about, one, cellOf(one), value, found);
  if (column.type === 'string' && value.kind === 'string') await containsText(subject, known, column, value.value);
}

function isSameText(cell: ReadCell, value: Cell): boolean {
  return cell.kind === 'null' || (cell.kind === 'string' && value.kind === 'string' && cell.value === value.value);
}

/** A text is neither less nor greater than itself, in every collation. */
function meetsText(cell: ReadCell, operator: ComparisonOperator, value: Cell): boolean | undefined {
  if (cell.kind !== 'string') return meets(cell, operator, value);
  return operator === 'le' || operator === 'ge';
}

/** Different texts are on one side, whatever the collation. */
function expectOneSide(
  about: string,
  { id }: AdminRecord,
  cell: ReadCell,
  value: Cell,
  found: ReadonlyMap<ComparisonOperator, readonly string[]>,
): void {
  if (cell.kind !== 'string' || value.kind !== 'string' || looselySame(cell.value, value.value)) return;
  const [less, lessOrEqual, greater, greaterOrEqual] = ORDERED.map((operator) => found.get(operator)?.includes(id));
  expectThat(
    less !== greater && less === lessOrEqual && greater === greaterOrEqual,
    `${about} is less or greater than ${shown(value)}: ${shown(cell)} as one of them`,
    shown({ less, lessOrEqual, greater, greaterOrEqual }),
    'Compare texts by one collation with all four operators.',
  );
}

async function containsText(subject: Subject, known: Known, column: Column, text: string): Promise<void> {
  const index = known.surveyed.model.columns.indexOf(column);
  const word = wordOf(text);
  const words = word === undefined ? [] : [word, ` ${word} `, ...accented(word)];
  const terms = [...words, '%', '_'];
  for (const term of terms) {
    const condition: Condition = {
      kind: 'column',
      reference: { column },
      operator: 'contains',
      values: [{ kind: 'string', value: term }],
    };
    const found = await idsOf(subject, known, { conditions: [condition] });
    const what = `records of ${known.surveyed.target.controller} whose ${column.name} contains "${term}"`;
    expectFound(what, known, found, ({ cells }) => holdsWord(cells[index], term));
  }
}

function holdsWord(cell: ReadCell | undefined, word: string): boolean | undefined {
  return cell?.kind === 'string' ? containsWord(cell.value, word) : false;
}

const columnSorts: Check = {
  name: 'records/sorts',
  citation: 'admin_query.proto: AdminSort, AdminListQuery.sorts',
  on: 'admin-unary',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const known = await knownOf(subject, surveyed);
      for (const [index, column] of surveyed.model.columns.entries()) {
        if (column.type === 'json' || column.type === 'bytes') continue;
        const about = `records of ${surveyed.target.controller} by ${column.name}`;
        const sorted = (descending: boolean, page?: ListQuery['page']) =>
          idsOf(subject, known, {
            sorts: [{ reference: { column }, descending }],
            ...(page !== undefined && { page }),
          });
        const [ascending, descending] = [await sorted(false), await sorted(true)];
        expectOrder(`${about}, ascending`, known, ascending, index, 1);
        expectOrder(`${about}, descending`, known, descending, index, -1);
        expectReversed(about, known, { ascending, descending }, index);
        const pages = await Promise.all([1, 2, 3].map((number) => sorted(true, { number, size: 3 })));
        const ties = 'Break every tie by ascending primary key: pages must not repeat or skip records.';
        expectSame(`${about}, descending, on three pages of three`, pages.flat(), descending.slice(0, 9), ties);
      }
    }
  },
};

const SORT_ADVICE = 'Sort by the type of the column, then by ascending primary key, in both directions.';

function expectOrder(what: string, { records }: Known, ids: readonly string[], index: number, sign: 1 | -1): void {
  const all = ids.flatMap((id) => records.filter((record) => record.id === id));
  expectSame(`number of ${what}`, all.length, records.length, SORT_ADVICE);
  for (const [at, record] of all.entries()) {
    const next = all[at + 1];
    const [cell, following] = [record.cells[index], next?.cells[index]];
    if (next === undefined || cell === undefined || following === undefined) continue;
    const order = orderOf(cell, following);
    const isTie = order === 0 && cell.kind !== 'timestamp';
    const isRight = isTie ? records.indexOf(record) < records.indexOf(next) : order === undefined || order * sign <= 0;
    expectThat(
      isRight,
      `${what}: ${shown(cell)} of "${record.id}" before that of "${next.id}"`,
      shown(following),
      SORT_ADVICE,
    );
  }
}

/** Pairs of texts change places with the direction, whatever the collation, unless it treats them as the same. */
function expectReversed(
  what: string,
  { records }: Known,
  { ascending, descending }: { readonly ascending: readonly string[]; readonly descending: readonly string[] },
  index: number,
): void {
  for (const [at, one] of records.entries()) {
    for (const other of records.slice(at + 1)) {
      const [a, b] = [one.cells[index], other.cells[index]];
      if (a?.kind !== 'string' || b?.kind !== 'string' || looselySame(a.value, b.value)) continue;
      const isBefore = (ids: readonly string[]): boolean => ids.indexOf(one.id) < ids.indexOf(other.id);
      const about = `${what}: "${one.id}" before "${other.id}" in one direction only`;
      expectThat(isBefore(ascending) !== isBefore(descending), about, 'in both, or in neither', SORT_ADVICE);
    }
  }
}

const NO_TEXT = 'a text that check-host alone has';

const columnSearches: Check = {
  name: 'records/searches',
  citation: 'admin_query.proto: AdminSearch, AdminSearchMode',
  on: 'admin-unary',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const known = await knownOf(subject, surveyed);
      for (const [index, column] of surveyed.model.columns.entries()) {
        await searchColumn(subject, known, column, index);
      }
    }
  },
};

async function searchColumn(subject: Subject, known: Known, column: Column, index: number): Promise<void> {
  const search = (
    mode: Search['mode'],
    terms: readonly string[],
    columns: readonly Column[] = [column],
    count = false,
  ) => idsOf(subject, known, { search: { mode, terms, columns: columns.map((one) => ({ column: one })) }, count });
  const about = `of ${known.surveyed.target.controller} in ${column.name}`;
  const asText = column.type !== 'string' && isSearchable(column);
  const advice =
    'A term matches a column whose text contains it, in any case (Unicode simple case folding, which lower() of a database is not); terms combine as the mode says.';
  for (const { id, cells } of known.records.slice(0, 3)) {
    const cell = cells[index];
    if (asText && cell !== undefined && 'value' in cell) {
      const found = await search('all', [String(cell.value)]);
      expectThat(found.includes(id), `search ${about} for ${shown(cell)}: "${id}" among them`, shown(found), advice);
    }
    const word = cell?.kind === 'string' ? wordOf(cell.value) : undefined;
    if (word === undefined) continue;
    const rule = (record: AdminRecord) => holdsWord(record.cells[index], word);
    expectFound(`search ${about} for "${word}"`, known, await search('all', [word]), rule, advice);
    expectFound(
      `search ${about} for "${word}" or another`,
      known,
      await search('any', [NO_TEXT, word], [column], true),
      rule,
      advice,
    );
    for (const other of accented(word)) {
      const matches = (record: AdminRecord) => holdsWord(record.cells[index], other);
      expectFound(`search ${about} for "${other}"`, known, await search('all', [other]), matches, advice);
    }
    expectSame(`search ${about} for "${word}" and another`, await search('all', [word, NO_TEXT]), [], advice);
    const others = known.surveyed.model.columns.filter((one) => one !== column && isSearchable(one));
    const inTwo = await search('all', [word], [column, ...others.slice(0, 1)]);
    const among = `search ${about} and another column for "${word}": "${id}" among them`;
    expectThat(inTwo.includes(id), among, shown(inTwo), advice);
    const [numbers] = others.filter(({ type }) => type !== 'string');
    if (numbers === undefined || !/\p{L}/u.test(word)) continue;
    expectSame(
      `search of numbers in ${numbers.name} for "${word}"`,
      await search('all', [word], [numbers]),
      [],
      advice,
    );
  }
}

/** The types whose texts are the same in every database. */
function isSearchable({ type }: Column): boolean {
  return type === 'string' || type === 'integer' || type === 'bigint' || type === 'date';
}

export const COMPARISON_CHECKS: readonly Check[] = [columnComparisons, columnSorts, columnSearches];
