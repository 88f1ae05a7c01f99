/* oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument -- a mutant changes messages of many rpcs, whatever their types */
import type { Mutant } from './mutant.js';
import type { Message } from './admin-mutant.js';
import { records } from './admin-mutant.js';

/** Mutants of reads of single records, writes, relations, settings, actions and partials. */

const NOT_FOUND = { notFound: {} };

const RECORDS: readonly Mutant[] = [
  records('GetRecord finds nothing', ['records/get'], 'GetRecord', { answer: () => NOT_FOUND }),
  records('GetRecord always looks in the list scope', ['records/delete-in-both', 'records/'], 'GetRecord', {
    request: (request) => ({ ...request, scope: 'ADMIN_SCOPE_LIST' }),
  }),
  records('GetRecord always looks in the form scope', ['records/get'], 'GetRecord', {
    request: (request) => ({ ...request, scope: 'ADMIN_SCOPE_FORM' }),
  }),
  records('GetRecord returns another record', ['records/get'], 'GetRecord', {
    request: (request) => ({ ...request, id: '1' }),
  }),
  records('GetRecord ignores white space around the id', ['records/get'], 'GetRecord', {
    request: (request) => ({ ...request, id: request.id.trim() }),
  }),
  records('CreateRecord creates nothing', ['records/create'], 'CreateRecord', {
    answer: (answer, _request, host) => {
      if (answer.created) host.data.posts.pop();
      return answer;
    },
  }),
  records('CreateRecord rejects everything', ['records/create'], 'CreateRecord', {
    answer: () => ({ refused: { message: 'no' } }),
  }),
  records('CreateRecord ignores the texts', ['records/create'], 'CreateRecord', {
    request: (request) => ({ ...request, values: request.values.filter(({ column }: Message) => column !== 'title') }),
  }),
  records('CreateRecord ignores the relations', ['relations/write'], 'CreateRecord', {
    request: (request) => ({ ...request, relations: [] }),
  }),
  records('CreateRecord names a field that was not written', ['records/'], 'CreateRecord', {
    answer: (answer) => (answer.invalid ? { invalid: { fields: [] } } : answer),
  }),
  records('CreateRecord returns a record without an id', ['records/create'], 'CreateRecord', {
    answer: (answer) => (answer.created ? { created: { ...answer.created, id: '' } } : answer),
  }),
  records('CreateRecord creates the record twice', ['records/create', 'records/'], 'CreateRecord', {
    answer: (answer, _request, host) => {
      const [last] = host.data.posts.slice(-1);
      if (answer.created && last) host.data.posts.push({ ...last, id: `${last.id}2` });
      return answer;
    },
  }),
  records('UpdateRecord writes nothing', ['records/update'], 'UpdateRecord', {
    request: (request) => ({ ...request, values: [] }),
  }),
  records('UpdateRecord writes only the first column', ['records/unchanged', 'records/update'], 'UpdateRecord', {
    request: (request) => ({ ...request, values: request.values.slice(0, 1) }),
  }),
  records('UpdateRecord rejects everything', ['records/update'], 'UpdateRecord', {
    answer: () => ({ refused: { message: 'no' } }),
  }),
  records('UpdateRecord ignores the expected version', ['records/version'], 'UpdateRecord', {
    request: (request) => ({ ...request, expectedVersion: '' }),
  }),
  records('UpdateRecord writes, and then finds the conflict', ['records/update'], 'UpdateRecord', {
    instead: (request, host, sound) => {
      const post = host.post(request.id);
      const isConflict =
        request.expectedVersion !== '' && post !== undefined && post.version !== request.expectedVersion;
      const answer = sound({ ...request, expectedVersion: '' });
      return isConflict && answer.updated ? { conflict: answer.updated } : answer;
    },
  }),
  records('UpdateRecord returns the record as it was', ['records/update'], 'UpdateRecord', {
    instead: (request, _host, sound) => {
      const before = sound({ ...request, values: [], relations: [], expectedVersion: '' });
      const after = sound(request);
      return after.updated ? before : after;
    },
  }),
  records('UpdateRecord does not change the version', ['records/update'], 'UpdateRecord', {
    instead: (request, host, sound) => {
      const post = host.post(request.id);
      const version = post?.version ?? '';
      const answer = sound(request);
      if (post !== undefined) post.version = version;
      return answer.updated ? { updated: { ...answer.updated, version } } : answer;
    },
  }),
  records('UpdateRecord changes the version every time', ['records/unchanged'], 'UpdateRecord', {
    instead: (request, host, sound) => {
      const answer = sound(request);
      const post = host.post(request.id);
      if (answer.updated && post !== undefined) post.version += '*';
      return answer.updated ? sound({ ...request, values: [], relations: [], expectedVersion: '' }) : answer;
    },
  }),
  records('UpdateRecord answers a conflict as not found', ['records/version'], 'UpdateRecord', {
    answer: (answer) => (answer.conflict ? NOT_FOUND : answer),
  }),
  records('UpdateRecord answers not found as refused', ['records/version'], 'UpdateRecord', {
    answer: (answer) => (answer.notFound ? { refused: { message: 'no such record' } } : answer),
  }),
  records('UpdateRecord cannot write null', ['records/update'], 'UpdateRecord', {
    request: (request) => ({
      ...request,
      values: request.values.filter(({ value }: Message) => value?.nullValue !== true),
    }),
  }),
  records('UpdateRecord ignores the relations', ['relations/write'], 'UpdateRecord', {
    request: (request) => ({ ...request, relations: [] }),
  }),
  records('UpdateRecord keeps one link of an emptied relation', ['relations/write'], 'UpdateRecord', {
    request: (request) => ({ ...request, relations: request.relations.filter(({ ids }: Message) => ids.length > 0) }),
  }),
  records('UpdateRecord writes only the first link', ['relations/write'], 'UpdateRecord', {
    request: (request) => ({
      ...request,
      relations: request.relations.map((one: Message) => ({ ...one, ids: one.ids.slice(0, 1) })),
    }),
  }),
  records('UpdateRecord moves instants by a second', ['records/update', 'records/'], 'UpdateRecord CreateRecord', {
    request: (request) => ({ ...request, values: request.values.map(moved) }),
  }),
  records('decimals become whole numbers', ['records/update'], 'UpdateRecord CreateRecord', {
    request: (request) => ({ ...request, values: request.values.map(truncated) }),
  }),
  records('DeleteRecords deletes nothing', ['records/delete'], 'DeleteRecords', {
    instead: (request, host, sound) => {
      const { posts } = host.data;
      const answer = sound(request);
      host.data.posts = posts;
      return answer;
    },
  }),
  records('DeleteRecords deletes only the first', ['records/delete'], 'DeleteRecords', {
    request: (request) => ({ ...request, ids: request.ids.slice(0, 1) }),
  }),
  records('DeleteRecords deletes one record more', ['records/delete'], 'DeleteRecords', {
    answer: (answer, _request, host) => {
      if (answer.deleted) host.data.posts = host.data.posts.slice(0, -1);
      return answer;
    },
  }),
  records('DeleteRecords succeeds for a record that is gone', ['records/delete'], 'DeleteRecords', {
    answer: (answer) => (answer.notFound ? { deleted: true } : answer),
  }),
  records('DeleteRecords refuses what it does not find', ['records/delete'], 'DeleteRecords', {
    answer: (answer) => (answer.notFound ? { refused: { message: 'no such record' } } : answer),
  }),
];

function moved({ column, value }: Message): Message {
  const { timestampValue: at } = value;
  return { column, value: at ? { timestampValue: { ...at, seconds: String(Number(at.seconds) + 1) } } : value };
}

function truncated({ column, value }: Message): Message {
  const { decimalValue: text } = value;
  return { column, value: text === undefined ? value : { decimalValue: text.split('.')[0] } };
}

const RELATIONS: readonly Mutant[] = [
  records('Link links nothing', ['relations/link'], 'Link', {
    answer: (answer, request, host) => {
      for (const id of request.ids) host.post(request.id)?.tagIds.delete(id);
      return answer;
    },
  }),
  records('Link links only the first', ['relations/link'], 'Link', {
    request: (request) => ({ ...request, ids: request.ids.slice(0, 1) }),
  }),
  records('Link counts nothing', ['relations/link'], 'Link', {
    answer: (answer) => (answer.notFound ? answer : { linked: 0 }),
  }),
  records('Link changes the version of the owner', ['relations/link'], 'Link', {
    answer: (answer, request, host) => {
      const post = host.post(request.id);
      if (post !== undefined && answer.linked > 0) post.version += '*';
      return answer;
    },
  }),
  records('Link replaces the earlier links', ['relations/'], 'Link', {
    instead: (request, host, sound) => {
      const answer = sound(request);
      if (answer.linked === undefined) return answer;
      const post = host.post(request.id);
      post?.tagIds.clear();
      for (const id of request.ids) post?.tagIds.add(id);
      return answer;
    },
  }),
  records('Unlink unlinks nothing', ['relations/link'], 'Unlink', {
    answer: (answer, request, host) => {
      if (answer.unlinked) for (const id of request.ids) host.post(request.id)?.tagIds.add(id);
      return answer;
    },
  }),
  records('Unlink counts all links', ['relations/link'], 'Unlink', {
    answer: (answer) => (answer.notFound ? answer : { unlinked: 9 }),
  }),
  records('Unlink removes the record', ['relations/link'], 'Unlink', {
    answer: (answer, request, host) => {
      const tags = host.data.tags as unknown as { id: string }[];
      if (answer.unlinked)
        for (const id of request.ids)
          tags.splice(
            tags.findIndex((tag) => tag.id === id),
            1,
          );
      return answer;
    },
  }),
  records('Unlink succeeds for a record that is not linked', ['relations/'], 'Unlink', {
    answer: (answer) => (answer.notFound ? { unlinked: 0 } : answer),
  }),
  records('ListRelated shows every record', ['relations/'], 'ListRelated', {
    instead: (request, host, sound) => {
      const answer = sound(request);
      return answer.page ? { page: host.page(host.data.tags, request.query, request.caller) } : answer;
    },
  }),
  records('ListRelated shows nothing', ['relations/link'], 'ListRelated', {
    answer: (answer) => (answer.page ? { page: { records: [] } } : answer),
  }),
  records('ListRelated of an unknown record is empty', ['relations/'], 'ListRelated', {
    answer: (answer) => (answer.notFound ? { page: { records: [] } } : answer),
  }),
  records('ListCandidates ignores ids', ['relations/link'], 'ListCandidates', {
    request: (request) => ({ ...request, ids: [] }),
  }),
  records('ListCandidates with ids leaves out linked records', ['relations/link'], 'ListCandidates', {
    answer: (answer, request, host) => {
      const linked = host.post(request.id)?.tagIds;
      return answer.page
        ? {
            page: {
              ...answer.page,
              records: answer.page.records.filter(({ id }: Message) => linked?.has(id) !== true),
            },
          }
        : answer;
    },
  }),
  records('ListCandidates of an unknown record is empty', ['relations/'], 'ListCandidates', {
    answer: (answer) => (answer.notFound ? { page: { records: [] } } : answer),
  }),
  records('ListOptions ignores the page', ['options/'], 'ListOptions', {
    request: (request) => ({ ...request, page: { number: 1, size: request.page.size } }),
  }),
  records('ListOptions leaves out the first choice', ['options/', 'relations/'], 'ListOptions', {
    answer: (answer, { ids }) => (ids.length > 0 ? { ...answer, options: answer.options.slice(1) } : answer),
  }),
  records('ListOptions has other labels for ids', ['options/'], 'ListOptions', {
    answer: (answer, { ids }) =>
      ids.length > 0
        ? { ...answer, options: answer.options.map((one: Message) => ({ ...one, label: one.value })) }
        : answer,
  }),
  records('a choice has no value', ['options/'], 'ListOptions', {
    answer: (answer) => ({ ...answer, options: answer.options.map((one: Message) => ({ ...one, value: '' })) }),
  }),
];

const SETTINGS: readonly Mutant[] = [
  records('UpdateSettings writes nothing', ['settings/write'], 'UpdateSettings', {
    request: (request) => ({ ...request, values: [] }),
  }),
  records('UpdateSettings rejects everything', ['settings/write'], 'UpdateSettings', {
    answer: () => ({ refused: { message: 'no' } }),
  }),
  records('UpdateSettings ignores the expected version', ['settings/'], 'UpdateSettings', {
    request: (request) => ({ ...request, expectedVersion: '' }),
  }),
  records('UpdateSettings writes every value into the first column', ['settings/write'], 'UpdateSettings', {
    request: (request) => ({ ...request, values: request.values.map((one: Message) => ({ ...one, column: 'title' })) }),
  }),
  records('UpdateSettings resets the other columns', ['settings/write'], 'UpdateSettings', {
    instead: (request, host, sound) => {
      const answer = sound(request);
      const names = request.values.map(({ column }: Message) => column);
      if (answer.updated && names[0] === 'title') host.settings.cells['posts_per_page'] = { int64Value: '0' };
      return answer.updated ? { updated: host.settingsOf(request.columns) } : answer;
    },
  }),
  records('UpdateSettings returns the values as they were', ['settings/write'], 'UpdateSettings', {
    instead: (request, host, sound) => {
      const before = structuredClone(host.settingsOf(request.columns));
      const answer = sound(request);
      return answer.updated ? { updated: before } : answer;
    },
  }),
  records('GetSettings leaves out the last column', ['settings/'], 'GetSettings', {
    request: (request) => ({ ...request, columns: request.columns.slice(0, -1) }),
  }),
  records('settings have no version', ['settings/'], 'GetSettings UpdateSettings', {
    answer: (answer) =>
      Object.fromEntries(
        Object.entries(answer).map(([outcome, values]) => [outcome, { ...(values as object), version: '' }]),
      ),
  }),
  records('RunAction refuses everything', ['actions/'], 'RunAction', {
    answer: () => ({ refused: { message: 'no' } }),
  }),
  records('RunAction runs for a record that does not exist', ['actions/'], 'RunAction', {
    answer: () => ({ done: {} }),
  }),
  records('RunAction has no outcome', ['actions/'], 'RunAction', { answer: () => ({}) }),
  records('RunAction fills a column twice', ['actions/run'], 'RunAction', {
    answer: (answer) => {
      const value = { column: 'title', value: { stringValue: 'x' } };
      return answer.done ? { done: { fill: [value, value] } } : answer;
    },
  }),
  records('GetPartialData ignores the record', ['partials/'], 'GetPartialData', {
    request: (request) => ({ ...request, recordId: '' }),
  }),
  records('GetPartialData finds nothing', ['partials/'], 'GetPartialData', { answer: () => NOT_FOUND }),
  records('GetPartialData returns trusted HTML', ['partials/'], 'GetPartialData', {
    answer: (answer) => (answer.data ? { data: { trustedHtml: true } } : answer),
  }),
  records('GetPartialData repeats a key', ['partials/'], 'GetPartialData', {
    answer: (answer) => {
      const entry = { key: 'x', value: { cell: { nullValue: true } } };
      return answer.data ? { data: { map: { entries: [entry, entry] } } } : answer;
    },
  }),
];

export const ADMIN_RECORD_MUTANTS: readonly Mutant[] = [...RECORDS, ...RELATIONS, ...SETTINGS];
