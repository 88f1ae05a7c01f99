/* oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/restrict-plus-operands -- a mutant changes messages of many rpcs, whatever their types */
import type { Message } from './admin-mutant.js';
import { sentencesOf, whole, wholeWith } from './admin-mutant.js';
import type { Mutant } from './mutant.js';

/** Mutants of AdminBulkService (walks, acts on many records, imports) and of AdminSearchService. */

const of = sentencesOf('admin_bulk.proto', ['bulk/']);
const ofImports = sentencesOf('admin_bulk.proto', ['import/']);

const WALKS: readonly Mutant[] = [
  whole(of('WalkRecords goes backwards', 'primary key, ascending'), 'bulk', 'WalkRecords', {
    answer: ({ page }) => ({ page: { ...page, records: [...page.records].reverse() } }),
  }),
  whole(of('WalkRecords ignores the limit', 'At most so many records.'), 'bulk', 'WalkRecords', {
    request: (request) => ({ ...request, limit: 200 }),
  }),
  whole(
    of('WalkRecords always says that more follow', 'whether records follow the last of these'),
    'bulk',
    'WalkRecords',
    {
      answer: ({ page }) => ({ page: { ...page, hasMore: page.records.length > 0 } }),
    },
  ),
  whole(of('WalkRecords continues at an offset', 'not at an offset'), 'bulk', 'WalkRecords', {
    instead: (request, _host, sound) =>
      request.after === '' ? sound(request) : sound({ ...request, after: String(Number(request.after) + 1) }),
  }),
  whole(of('WalkRecords ignores the search', "AdminMatching is the part of a list's query"), 'bulk', 'WalkRecords', {
    request: (request) => ({ ...request, matching: { ...request.matching, search: null } }),
  }),
  whole(of('WalkRecords leaves out relations', 'The parts of each record to return.'), 'bulk', 'WalkRecords', {
    answer: ({ page }) => ({
      page: { ...page, records: page.records.map((one: Message) => ({ ...one, relations: one.relations.slice(1) })) },
    }),
  }),
  whole(
    of('WalkRecords shows records without their versions', 'WalkRecords reads the next records'),
    'bulk',
    'WalkRecords',
    {
      answer: ({ page }) => ({
        page: { ...page, records: page.records.map((one: Message) => ({ ...one, version: 'v' })) },
      }),
    },
  ),
  wholeWith(of('a walk reads for an ended session', 'the outcome of AuthenticateToken for it'), ({ bulk }) => {
    const sound = bulk.WalkRecords.bind(bulk);
    bulk.WalkRecords = (request) => ({ ...sound(request), session: { refusal: 'TOKEN_REFUSAL_STALE' } });
  }),
];

const ACTS: readonly Mutant[] = [
  whole(of('RunOnRecords skips the first record', 'These records, in this order.'), 'bulk', 'RunOnRecords', {
    request: (request) =>
      request.ids?.ids.length > 1 ? { ...request, ids: { ids: request.ids.ids.slice(1) } } : request,
  }),
  whole(
    of('RunOnRecords deletes nothing', 'Delete each record, with the hooks of DeleteRecords.'),
    'bulk',
    'RunOnRecords',
    {
      instead: (request, { records }, sound) => {
        const { posts } = records.data;
        const answer = sound(request);
        records.data.posts = posts;
        return answer;
      },
    },
  ),
  whole(of('RunOnRecords counts what it did not do', 'counted in `done`'), 'bulk', 'RunOnRecords', {
    answer: (answer) => ({ ...answer, done: answer.done + answer.unchanged.length }),
  }),
  whole(
    of('RunOnRecords counts nothing', 'The number of records on which the act is done and committed.'),
    'bulk',
    'RunOnRecords',
    {
      answer: (answer) => ({ ...answer, done: 0 }),
    },
  ),
  whole(
    of('RunOnRecords says that missing records were refused', 'It does not exist for the caller.'),
    'bulk',
    'RunOnRecords',
    {
      answer: (answer) => ({
        ...answer,
        unchanged: answer.unchanged.map(({ id }: Message) => ({ id, refused: { message: 'no such record' } })),
      }),
    },
  ),
  whole(
    of('RunOnRecords forgets the last record', 'Id of the last record that the host took'),
    'bulk',
    'RunOnRecords',
    {
      answer: (answer) => ({ ...answer, last: '' }),
    },
  ),
  whole(
    of('RunOnRecords never says that more follow', 'Whether there are records after `last`'),
    'bulk',
    'RunOnRecords',
    {
      answer: (answer) => ({ ...answer, hasMore: false }),
    },
  ),
  whole(of('RunOnRecords ignores the limit', 'NextMatching are the next records that match'), 'bulk', 'RunOnRecords', {
    request: (request) => (request.matching ? { ...request, matching: { ...request.matching, limit: 200 } } : request),
  }),
  whole(of('RunOnRecords ignores the conditions', 'and for `matching` that it still matches'), 'bulk', 'RunOnRecords', {
    request: (request) =>
      request.matching
        ? { ...request, matching: { ...request.matching, matching: { ...request.matching.matching, conditions: [] } } }
        : request,
  }),
  whole(
    of('RunOnRecords deletes instead of running the action', 'It runs once for each record'),
    'bulk',
    'RunOnRecords',
    {
      request: (request) => (request.act === 'action' ? { ...request, act: 'delete', delete: true } : request),
    },
  ),
  whole(
    of('RunOnRecords stops at a missing record', 'what happens to one record changes nothing for the others'),
    'bulk',
    'RunOnRecords',
    {
      instead: (request, { records }, sound) => {
        const ids: string[] | undefined = request.ids?.ids;
        const until = ids?.findIndex((id) => records.post(id) === undefined) ?? -1;
        return until === -1 ? sound(request) : sound({ ...request, ids: { ids: ids?.slice(0, until + 1) } });
      },
    },
  ),
  whole(
    of(
      'a record that no longer matches is listed as unchanged',
      'it does not match any more',
      'The record would have to change between two statements of one call.',
    ),
    'bulk',
    'RunOnRecords',
    {},
  ),
  whole(
    of(
      'a failed action is reported as refused',
      'unchanged, failed; the others go on',
      'An action that fails belongs to the application; a check cannot make it fail.',
    ),
    'bulk',
    'RunOnRecords',
    {},
  ),
];

const IMPORTS: readonly Mutant[] = [
  whole(
    ofImports(
      'ImportRecords creates the first record only',
      'ImportRecords creates and updates records in their order, all of them or none',
    ),
    'bulk',
    'ImportRecords',
    {
      instead: (request, _host, sound) => {
        const answer = sound({ ...request, records: request.records.slice(0, 1) });
        return answer.imported ? { imported: { created: request.records.length } } : answer;
      },
    },
  ),
  whole(
    ofImports('ImportRecords creates every record twice', 'A new record is created as by'),
    'bulk',
    'ImportRecords',
    {
      instead: (request, _host, sound) => {
        const answer = sound({ ...request, records: [...request.records, ...request.records] });
        return answer.imported ? { imported: { created: request.records.length } } : answer;
      },
    },
  ),
  whole(
    ofImports(
      'ImportRecords counts one record less',
      'Their number, created and updated: that of the records in the request.',
    ),
    'bulk',
    'ImportRecords',
    {
      answer: (answer) =>
        answer.imported ? { imported: { created: Math.max(1, answer.imported.created - 1) } } : answer,
    },
  ),
  whole(ofImports('ImportRecords drops decimals and dates', 'overlaid with its values'), 'bulk', 'ImportRecords', {
    request: (request) => ({
      ...request,
      records: request.records.map((one: Message) => ({
        ...one,
        values: one.values.filter(({ column }: Message) => ['title', 'category_id'].includes(column)),
      })),
    }),
  }),
  whole(
    ofImports(
      'ImportRecords ignores relations',
      'As in CreateRecordRequest; with `existing`, as in UpdateRecordRequest.',
    ),
    'bulk',
    'ImportRecords',
    {
      request: (request) => ({
        ...request,
        records: request.records.map((one: Message) => ({ ...one, relations: [] })),
      }),
    },
  ),
  whole(
    ofImports('ImportRecords remembers an import that it refused', 'in the same transaction, for at least 24 hours'),
    'bulk',
    'ImportRecords',
    {
      answer: (answer, { importId }, { bulk }) => {
        bulk.imported.add(importId.toString('hex'));
        return answer;
      },
    },
  ),
  whole(
    ofImports('ImportRecords refuses a repeated import', 'imported; nothing is written again'),
    'bulk',
    'ImportRecords',
    {
      instead: (request, { bulk }, sound) =>
        bulk.isRepeated(request.importId) ? { refused: { message: 'imported already' } } : sound(request),
    },
  ),
  whole(
    ofImports('ImportRecords remembers one import of an administrator', 'A request with an id that it remembers'),
    'bulk',
    'ImportRecords',
    {
      request: (request) => ({ ...request, importId: Buffer.from(request.caller.administratorId) }),
    },
  ),
  whole(ofImports('ImportRecords counts places from 1', '0 is the first'), 'bulk', 'ImportRecords', {
    answer: (answer) =>
      answer.refusedRecords
        ? {
            refusedRecords: {
              records: answer.refusedRecords.records.map((one: Message) => ({ ...one, index: one.index + 1 })),
            },
          }
        : answer,
  }),
  whole(
    ofImports('ImportRecords names the last refused record only', 'to name as many refused ones as it can'),
    'bulk',
    'ImportRecords',
    {
      answer: (answer) =>
        answer.refusedRecords ? { refusedRecords: { records: answer.refusedRecords.records.slice(-1) } } : answer,
    },
  ),
  whole(
    ofImports('ImportRecords refuses the import as a whole', 'Some records are refused, so none is written.'),
    'bulk',
    'ImportRecords',
    {
      answer: (answer) => (answer.refusedRecords ? { refused: { message: 'no' } } : answer),
    },
  ),
  wholeWith(ofImports('ImportRecords keeps the records before a refused one', 'and then rolls back'), ({ bulk }) => {
    const sound = bulk.ImportRecords.bind(bulk);
    bulk.ImportRecords = (request) => {
      const answer = sound(request) as Message;
      for (const [index, { values, relations }] of request.records.entries()) {
        const isRefused = answer.refusedRecords?.records.some((one: Message) => one.index === index) ?? true;
        const { caller, controller } = request;
        const selection = { columns: [], relations: [], maxText: 0, maxRelatedText: 0 };
        if (!isRefused) bulk.records.CreateRecord({ caller, controller, values, relations, selection });
      }
      return answer;
    };
  }),
  whole(
    sentencesOf('admin_record.proto', ['import/'])('ListOptions compares the beginning of labels', 'labels'),
    'records',
    'ListOptions',
    {
      instead: (request, _host, sound) => {
        if (request.labels.length === 0) return sound(request);
        const all = sound({ ...request, labels: [] });
        const isNamed = ({ label }: Message) => request.labels.some((one: string) => label.startsWith(one[0] ?? ''));
        return { ...all, options: all.options.filter(isNamed) };
      },
    },
  ),
  whole(
    sentencesOf('admin_record.proto', ['import/'])('ListOptions finds nothing for several labels', 'labels = 11'),
    'records',
    'ListOptions',
    {
      answer: (answer, { labels }) => (labels.length > 1 ? { ...answer, options: [] } : answer),
    },
  ),
];

const ofSearch = sentencesOf('admin_search.proto', ['search/', 'sessions/']);

const SEARCH: readonly Mutant[] = [
  whole(
    ofSearch('SearchRecords searches nothing', 'Which of its records, and the parts of them to return.'),
    'search',
    'SearchRecords',
    {
      request: ({ queries, ...request }) => ({
        ...request,
        queries: queries.map(({ controller, query }: Message) => ({ controller, query: { ...query, search: null } })),
      }),
    },
  ),
  whole(
    ofSearch('SearchRecords ignores conditions', 'each as ListRecords would return it'),
    'search',
    'SearchRecords',
    {
      request: ({ queries, ...request }) => ({
        ...request,
        queries: queries.map(({ controller, query }: Message) => ({ controller, query: { ...query, conditions: [] } })),
      }),
    },
  ),
  whole(
    ofSearch('SearchRecords finds records with any of the words', 'as ListRecords would return it'),
    'search',
    'SearchRecords',
    {
      request: ({ queries, ...request }) => ({
        ...request,
        queries: queries.map(({ controller, query }: Message) => ({
          controller,
          query: { ...query, search: query.search && { ...query.search, mode: 'ADMIN_SEARCH_MODE_ANY' } },
        })),
      }),
    },
  ),
  whole(
    ofSearch('SearchRecords answers the first query only', 'one page for each query, in their order'),
    'search',
    'SearchRecords',
    {
      answer: ({ pages }) => ({ pages: pages.map(() => pages[0]) }),
    },
  ),
  whole(ofSearch('SearchRecords leaves out the last page', 'One page for each query'), 'search', 'SearchRecords', {
    answer: ({ pages }) => ({ pages: pages.slice(0, -1) }),
  }),
  whole(ofSearch('SearchRecords never says that more follow', 'each as ListRecords would'), 'search', 'SearchRecords', {
    answer: ({ pages }) => ({ pages: pages.map((page: Message) => ({ ...page, hasMore: false })) }),
  }),
  whole(ofSearch('SearchRecords leaves out the cells', 'the parts of them to return'), 'search', 'SearchRecords', {
    answer: ({ pages }) => ({
      pages: pages.map((page: Message) => ({
        ...page,
        records: page.records.map((one: Message) => ({ ...one, cells: one.cells.map(() => ({ nullValue: true })) })),
      })),
    }),
  }),
  whole(
    ofSearch('SearchRecords refuses every session', 'the outcome of AuthenticateToken for it'),
    'search',
    'SearchRecords',
    {
      answer: ({ pages }) => ({ pages, session: { refusal: 'TOKEN_REFUSAL_STALE' } }),
    },
  ),
];

export const BULK_MUTANTS: readonly Mutant[] = [...WALKS, ...ACTS, ...IMPORTS, ...SEARCH];
