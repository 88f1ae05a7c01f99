/* oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument -- a mutant changes messages of many rpcs, whatever their types */
import { MemoryDirectory } from '../broken/admin/directory.js';
import { MemoryRecords } from '../broken/admin/records.js';
import { serveAdmin } from '../broken/admin/serve.js';
import type { Message } from './admin-mutant.js';
import { directory, records } from './admin-mutant.js';
import type { Mutant } from './mutant.js';

/** Habits of languages, frameworks and databases in the admin half: LIKE, collations, time zones, number types. */

function searching(name: string, contains: (text: string, term: string) => boolean): Mutant {
  return {
    half: 'admin',
    name,
    likely: ['records/search', 'records/comparisons', 'options/', 'records/'],
    serve: () => {
      const host = new MemoryRecords();
      host.contains = contains;
      return serveAdmin(new MemoryDirectory(), host);
    },
  };
}

const like = (text: string, pattern: string): boolean => new RegExp(pattern, 'isu').test(text);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const SEARCHES: readonly Mutant[] = [
  searching('an underscore in a search is any character', (text, term) =>
    like(text, escaped(term).replaceAll('_', '.')),
  ),
  searching('a search distinguishes upper and lower case', (text, term) => text.includes(term)),
];

/** Cells of all records in answers, changed. */
function cells(name: string, change: (cell: Message) => Message): Mutant {
  const changed = (record: Message): Message => record && { ...record, cells: record.cells.map(change) };
  return records(name, ['records/written-values', 'records/'], 'ListRecords GetRecord CreateRecord UpdateRecord', {
    answer: (answer) => ({
      ...answer,
      ...(answer.page && { page: { ...answer.page, records: answer.page.records.map(changed) } }),
      ...(answer.record && { record: changed(answer.record) }),
      ...(answer.created && { created: changed(answer.created) }),
      ...(answer.updated && { updated: changed(answer.updated) }),
    }),
  });
}

/** Values as they are written, changed. */
function written(name: string, change: (cell: Message) => Message): Mutant {
  return records(name, ['records/written-values', 'records/'], 'CreateRecord UpdateRecord', {
    request: (request) => ({
      ...request,
      values: request.values.map((one: Message) => ({ ...one, value: change(one.value) })),
    }),
  });
}

const VALUES: readonly Mutant[] = [
  cells('null texts are sent as empty texts', (cell) => (cell.nullValue ? { stringValue: '' } : cell)),
  {
    ...written('an empty text becomes null', (cell) =>
      cell.stringValue === '' ? { nullValue: true, value: 'nullValue' } : cell,
    ),
    invisible: 'A hook of the application may store it so.',
  },
  written('texts keep their first ten characters', (cell) =>
    cell.stringValue ? { ...cell, stringValue: cell.stringValue.slice(0, 10) } : cell,
  ),
];

const asNumber = (id: string): string => (/^\s*[+-]?\d/.test(id) ? String(Number.parseInt(id, 10)) : id);
const READS: readonly Mutant[] = [
  records('ids are read as far as they are numbers', ['records/'], 'GetRecord', {
    request: (request) => ({ ...request, id: asNumber(request.id) }),
  }),
  records('a page behind the end is the last page', ['records/'], 'ListRecords', {
    instead(request, _host, sound) {
      const answer = sound(request);
      if (answer.page.records.length > 0 || request.query.page.number === 1) return answer;
      return sound({ ...request, query: { ...request.query, page: { ...request.query.page, number: 1 } } });
    },
  }),
  records('IN compares with the first two values only', ['records/comparisons'], 'ListRecords', {
    request: (request) => ({
      ...request,
      query: {
        ...request.query,
        conditions: request.query.conditions.map((condition: Message) =>
          condition.comparison
            ? { ...condition, comparison: { ...condition.comparison, values: condition.comparison.values.slice(0, 2) } }
            : condition,
        ),
      },
    }),
  }),
  records('a link twice in one request counts twice', ['relations/', 'records/'], 'Link', {
    answer: (answer) => (answer.linked === undefined ? answer : { linked: Number(answer.linked) + 1 }),
  }),
];

const PEOPLE: readonly Mutant[] = [
  directory('administrators are found by a part of their login', ['directory/'], 'FindAdministrator', {
    instead(request, host, sound) {
      const found = sound(request);
      if (found.credentials) return found;
      const near = [...((host as Message).rows ?? [])].find((row: Message) =>
        row.login?.startsWith(request.identifier),
      );
      return near === undefined ? found : sound({ identifier: near.login });
    },
  }),
];

export const ADMIN_HABIT_MUTANTS: readonly Mutant[] = [...SEARCHES, ...VALUES, ...READS, ...PEOPLE];
