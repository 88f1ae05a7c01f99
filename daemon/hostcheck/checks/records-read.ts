import { truncatedText } from '@gatehouse/proto/truncation';
import { status } from '@grpc/grpc-js';
import type { Cell, Column, ReadCell } from '../../admin/model/column.js';
import type { ComparisonOperator, Condition, ListQuery } from '../../admin/model/query.js';
import { NOTHING_SELECTED } from '../../admin/model/query.js';
import type { AdminRecord } from '../../admin/model/record.js';
import type { Surveyed } from '../subject/admin.js';
import { CALL, callerOf, firstRecords, PAGE_SIZE, pageOf, STRANGE_IDS, survey } from '../subject/admin.js';
import { expectStatus } from '../subject/backend.js';
import type { Check, Subject } from '../subject/check.js';
import { RpcStatus } from '../subject/connection.js';
import { expectSame, expectThat } from '../subject/expectations.js';
import { NOT_FOUND } from '../subject/outcomes.js';

const recordsList: Check = {
  name: 'records/list-pages',
  citation: 'admin_record.proto: ListRecords; admin_query.proto: AdminListQuery',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const { target, selection } = surveyed;
      const list = (number: number, size: number, count = false) =>
        subject.admin.records.list(target, pageOf(selection, { page: { number, size }, count }), CALL);
      const first = (await firstRecords(subject.admin, surveyed)).map(({ id }) => id);
      const about = `of ${target.controller}`;

      const single = await Promise.all(first.map(async (_id, n) => (await list(n + 1, 1)).records.map(({ id }) => id)));
      const ties = 'Always order by the primary key last: pages must not repeat or skip records.';
      expectSame(`pages of one ${about}`, single.flat(), first, ties);
      expectSame(`ids ${about}, each once`, new Set(first).size, first.length, ties);

      const { total = NaN, hasMore } = await list(1, PAGE_SIZE, true);
      const counted = 'Set total to the number of all matching records, and has_more to whether more follow this page.';
      expectThat(total >= first.length, `a total ${about} of at least ${first.length}`, String(total), counted);
      expectSame(`has_more ${about} with a count`, hasMore, total > first.length, counted);
      expectSame(`has_more ${about} without a count`, (await list(1, PAGE_SIZE)).hasMore, hasMore, counted);

      const upTo = { page: { number: 1, size: 1 }, count: true, countAtMost: 1 };
      const some = await subject.admin.records.list(target, pageOf(selection, upTo), CALL);
      const stopped = 'With count_at_most, count all matches, or stop at the limit and set total_exceeded.';
      const allowed = total > 1 ? [{ totalOver: 1 }, { total }] : [{ total }];
      const got = some.totalOver === undefined ? { total: some.total } : { totalOver: some.totalOver };
      expectThat(
        allowed.some((one) => JSON.stringify(one) === JSON.stringify(got)),
        `a total ${about}, counted to 1 at least: ${allowed.map((one) => JSON.stringify(one)).join(' or ')}`,
        JSON.stringify(got),
        stopped,
      );

      const past = await list(1_000_000, 200);
      const empty = 'Return an empty page past the end.';
      expectSame(`a page past the end ${about}`, { ...past, records: past.records.length }, NOTHING, empty);
    }
  },
};

const NOTHING = { records: 0, hasMore: false };

/** Comparisons and orders by the one column that every model has: its primary key. */
const recordsQuery: Check = {
  name: 'records/conditions-and-sorts',
  citation: 'admin_query.proto: AdminComparisonOperator, AdminSort',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) await checkController(subject, surveyed);
  },
};

async function checkController(subject: Subject, surveyed: Surveyed): Promise<void> {
  const { model, target, selection } = surveyed;
  const column = model.columns.find(({ name }) => name === model.primaryKey);
  if (column === undefined) throw new Error('a checked model has its primary key');
  const reference = { column };
  const known = await firstRecords(subject.admin, surveyed);
  const key = model.columns.indexOf(column);
  const keys = known.flatMap(({ cells }) =>
    cells.slice(key, key + 1).filter((cell): cell is Cell => cell.kind !== 'invalid' && cell.kind !== 'truncated'),
  );
  const ids = known.map(({ id }) => id);

  const idsWith = async (...conditions: Condition[]): Promise<string[]> => {
    const { records } = await subject.admin.records.list(target, pageOf(selection, { conditions }), CALL);
    return records.map(({ id }) => id);
  };
  const compared = (operator: ComparisonOperator, values: readonly Cell[]): Condition => ({
    kind: 'column',
    reference,
    operator,
    values,
  });
  const within = compared('in', keys);
  const one = keys.slice(0, 1);
  const advice = 'Apply all conditions together, each according to its operator.';
  const about = `of ${target.controller} whose key is`;
  expectSame(`records ${about} one of those listed`, await idsWith(within), ids, advice);
  expectSame(`records ${about} that of the first`, await idsWith(compared('eq', one)), ids.slice(0, 1), advice);
  expectSame(`records ${about} another`, await idsWith(within, compared('ne', one)), ids.slice(1), advice);
  expectSame(`records ${about} null`, await idsWith(compared('isNull', [])), [], advice);
  expectSame(`records ${about} not null`, await idsWith(within, compared('isNotNull', [])), ids, advice);

  for (const text of model.columns.filter(({ name, type }) => type === 'string' && name !== model.primaryKey)) {
    const values = [{ kind: 'string', value: NO_TEXT }] as const;
    const nothing = await idsWith({ kind: 'column', reference: { column: text }, operator: 'eq', values });
    const none =
      "A text that is no value of the database's own type (a uuid, an enum) is found nowhere: it is no fault.";
    expectSame(`records of ${target.controller} whose ${text.name} is a text that none has`, nothing, [], none);
  }

  const sorted = async (descending: boolean): Promise<string[]> => {
    const query = pageOf(selection, { conditions: [within], sorts: [{ reference, descending }] });
    return (await subject.admin.records.list(target, query, CALL)).records.map(({ id }) => id);
  };
  const order = 'Sort as requested, and by ascending primary key by default.';
  expectSame(`records of ${target.controller} by ascending key`, await sorted(false), ids, order);
  expectSame(`records of ${target.controller} by descending key`, await sorted(true), [...ids].reverse(), order);
}

const NO_TEXT = 'a text that check-host alone has';

const MAX_TERM = 100;

/** Searches for a text of each column as it is and in the other case. Its coverage depends on the letters in the records. */
const recordsSearchCase: Check = {
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
          'Compare by Unicode simple case folding in every database and locale. It maps letters one to one.';
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

/** Maps every letter to the one that simple case folding treats as equal; others stay as they are. */
function otherCase(text: string): string {
  return Array.from(text, (letter) => {
    const others = [letter.toUpperCase(), letter.toLowerCase()];
    return others.find((other) => other !== letter && SAME_LETTER.test(letter + other)) ?? letter;
  }).join('');
}

const recordsGet: Check = {
  name: 'records/get',
  citation: 'admin_record.proto: GetRecord',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const { target, selection } = surveyed;
      const get = (id: string) => subject.admin.records.get({ ...target, id }, selection, 'list', CALL);
      for (const record of await firstRecords(subject.admin, surveyed)) {
        const advice =
          'Return every record that the list shows when it is read within the list scope, with the same values.';
        expectSame(`record of ${target.controller} by its id`, await get(record.id), record, advice);
        const spelled = await get(`0${record.id}`);
        const one = 'A record id has one spelling: compare it with the text that you would return.';
        expectSame(`record of ${target.controller} by "0" and its id`, spelled, NOT_FOUND, one);
      }
      for (const id of STRANGE_IDS) {
        const advice = 'Return "not found" for an id that no record can have, not a database fault.';
        expectSame(`record of ${target.controller} by "${id}"`, await get(id), NOT_FOUND, advice);
      }
    }
  },
};

/** Through Gatehouse's own reading, which cuts what an older host sends whole: a host that ignores max_text passes. */
const recordsTruncated: Check = {
  name: 'records/truncated-values',
  citation: 'admin_query.proto: AdminSelection.max_text; admin_cell.proto: TruncatedValue',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const { target, selection } = surveyed;
      const whole = await firstRecords(subject.admin, surveyed);
      const short = { ...selection, maxText: FEW_CHARACTERS, maxRelatedText: FEW_CHARACTERS };
      const { records } = await subject.admin.records.list(target, pageOf(short), CALL);
      const advice =
        'If a STRING, JSON or BYTES value is longer than max_text, send its beginning as truncated_value. Send all others whole.';
      const about = `records of ${target.controller} with at most ${FEW_CHARACTERS} characters of each value`;
      expectSame(about, records, whole.map(withTruncatedValues), advice);
    }
  },
};

const FEW_CHARACTERS = 4;

function withTruncatedValues({ cells, relations, ...record }: AdminRecord): AdminRecord {
  return {
    ...record,
    cells: cells.map(truncatedCell),
    relations: relations.map((value) =>
      value.kind === 'count'
        ? value
        : { ...value, items: value.items.map((item) => ({ ...item, value: truncatedCell(item.value) })) },
    ),
  };
}

function truncatedCell(cell: ReadCell): ReadCell {
  const isText = cell.kind === 'string' || cell.kind === 'json' || cell.kind === 'bytes';
  const text = isText ? truncatedText(cell.value, FEW_CHARACTERS) : undefined;
  return text === undefined ? cell : { kind: 'truncated', text };
}

const recordsUnknown: Check = {
  name: 'records/unknown-controller',
  citation: 'admin_record.proto: AdminRecordService, faults',
  on: 'admin',
  run: async (subject) => {
    const target = { caller: await callerOf(subject), controller: 'check.host.unknown' };
    const { records } = subject.admin;
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      ListRecords: () => records.list(target, pageOf(NOTHING_SELECTED), CALL),
      GetRecord: () => records.get({ ...target, id: '1' }, NOTHING_SELECTED, 'form', CALL),
      DeleteRecords: () => records.delete(target, ['1'], 'form', CALL),
    };
    for (const [rpc, call] of Object.entries(calls)) {
      const code = await call().then(
        () => status.OK,
        (error: unknown) => {
          if (error instanceof RpcStatus) return error.code;
          throw error;
        },
      );
      const advice = 'Reject an unregistered controller first.';
      expectStatus(code, status.INVALID_ARGUMENT, `from ${rpc} of an unknown controller`, advice);
    }
  },
};

export const RECORD_READ_CHECKS: readonly Check[] = [
  recordsList,
  recordsQuery,
  recordsSearchCase,
  recordsGet,
  recordsTruncated,
  recordsUnknown,
];
