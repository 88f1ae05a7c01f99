import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { Row } from './admin-values.js';
import { ADA, list, NOTES, NULL, query, select, text, values, where } from './admin-values.js';
import { relation, version } from './write-parts.js';
import { sql } from './lab-calls.js';

/** Records whose keys are texts of any length, and whose versions are null or no numbers. */

type Cells = Readonly<Record<string, Cell>>;

const SELECTION = {
  columns: ['code', 'text', 'parent_code'],
  relations: [
    { relation: 'parent', related: { column: 'text', limit: 1 } },
    { relation: 'children', related: { column: 'text', limit: 3 } },
  ],
};
const listed = (others: object = {}) => list({ selection: SELECTION, ...others }, ADA, NOTES);
const created = (note: string, others: object = {}) => ({
  ...{ caller: ADA, controller: NOTES, values: values({ text: text(note) }), selection: SELECTION },
  ...others,
});
const updated = (id: string, cells: Cells, others: object = {}) => ({
  ...{ caller: ADA, controller: NOTES, id, values: values(cells), selection: SELECTION },
  ...others,
});
const read = (id: string) => ({ ...updated(id, {}), scope: 'ADMIN_SCOPE_FORM' });
const related = (id: string, others: object = {}) => ({
  ...{ caller: ADA, controller: NOTES, id, relation: 'children' },
  ...others,
});
const long = (length: number) => 'ü'.repeat(length);
const emoji = '😀'.repeat(255);

const KEYS = ['a', 'A', ' a ', '01', '1', 'x\ty', "it's", '%', '😀', long(255), emoji];

const LONG: readonly Row[] = [
  ...KEYS.map((key): Row => [`a note ${key.slice(0, 9)} of ${key.length}`, 'records.CreateRecord', created(key)]),
  ['a note without a text', 'records.CreateRecord', created('')],
  ['a note of 256', 'records.CreateRecord', created(long(256))],
  ['a note that exists', 'records.CreateRecord', created('a')],
  ...KEYS.map((key): Row => [`the note ${key.slice(0, 9)} of ${key.length}`, 'records.GetRecord', read(key)]),
  ...['', long(256), long(70_000), 'nothing', 'a\0'].map((key): Row => [
    `the note ${key.slice(0, 9)} of ${key.length}, which is none`,
    'records.GetRecord',
    read(key),
  ]),
  ['notes', 'records.ListRecords', listed()],
  ['a parent', 'records.UpdateRecord', updated('a', {}, relation('parent', long(255)))],
  ['itself as a parent', 'records.UpdateRecord', updated('1', {}, relation('parent', '1'))],
  ['a parent by its key', 'records.UpdateRecord', updated('01', { parent_code: text(emoji) })],
  ['a parent that is none', 'records.UpdateRecord', updated('01', { parent_code: text(long(300)) })],
  ['a parent that is none, as a relation', 'records.UpdateRecord', updated('01', {}, relation('parent', long(300)))],
  ['children', 'records.Link', related('a', { ids: ['A', '%', emoji] })],
  ['a child that is none', 'records.Link', related('a', { ids: ['A', long(256)] })],
  ['the children', 'records.ListRelated', related('a', { query: query({ selection: SELECTION }) })],
  ['children that could be', 'records.ListCandidates', related('a', { query: query({ selection: select('text') }) })],
  [
    'children by ids',
    'records.ListCandidates',
    related('a', { ids: ['A', long(256)], query: query({ selection: select('text') }) }),
  ],
  ['a child less', 'records.Unlink', related('a', { ids: ['%'] })],
  [
    'notes that belong to one',
    'records.ListRecords',
    listed({ conditions: [{ relatedTo: { relation: 'parent', ids: ['a', long(256)] } }] }),
  ],
  sql('a note of 256 from elsewhere', `insert into notes (code, text) values ('${long(256)}', 'long')`),
  ['notes with one of 256', 'records.ListRecords', listed()],
  ['the note of 256', 'records.GetRecord', read(long(256))],
  ['a note with a parent of 256', 'records.UpdateRecord', updated('A', { parent_code: text(long(256)) })],
  ['that note', 'records.GetRecord', read('A')],
  [
    'choices with one of 256',
    'records.ListOptions',
    { ...read(''), relation: { relation: 'parent', labelColumn: 'text' }, page: { number: 1, size: 50 } },
  ],
  ['a walk over one of 256', 'bulk.WalkRecords', { ...read(''), matching: {}, limit: 50 }],
  [
    'an act on one of 256',
    'bulk.RunOnRecords',
    { ...read(''), delete: true, ids: { ids: [long(256)] }, labelColumn: 'text' },
  ],
  [
    'an act on those like one of 256',
    'bulk.RunOnRecords',
    {
      ...read(''),
      delete: true,
      labelColumn: 'text',
      matching: { matching: { conditions: [where('text', 'EQUAL', text('long'))] }, limit: 5 },
    },
  ],
  [
    'an act on those behind one of 256',
    'bulk.RunOnRecords',
    { ...read(''), delete: true, labelColumn: 'text', matching: { matching: {}, after: long(256), limit: 5 } },
  ],
  ['a parent less', 'records.UpdateRecord', updated('A', { parent_code: NULL })],
  sql('without it', `delete from notes where text = 'long'`),
];

const WALKED: readonly Row[] = ['', 'a', '1', long(255), '~', 'a\0'].map((after): Row => [
  `notes behind ${JSON.stringify(after.slice(0, 9))}`,
  'bulk.WalkRecords',
  { caller: ADA, controller: NOTES, matching: {}, selection: select('text'), limit: 4, after },
]);

const seen = (step: string) => version(step, 'record');

const VERSIONS: readonly Row[] = [
  sql('versions of null', 'update notes set version = null'),
  ['a note without a version', 'records.GetRecord', read('a')],
  ['one from another version', 'records.UpdateRecord', updated('a', { text: text('b') }, { expectedVersion: '1' })],
  [
    'one from that version',
    'records.UpdateRecord',
    (answers) => updated('a', { text: text('b') }, { expectedVersion: seen('a note without a version')(answers) }),
  ],
  [
    'again from that version',
    'records.UpdateRecord',
    (answers) => updated('a', { text: text('c') }, { expectedVersion: seen('a note without a version')(answers) }),
  ],
  ['one that is moved', 'records.Link', related('01', { ids: ['1'] })],
  ['notes and their versions', 'records.ListRecords', listed()],
  // PostgreSQL refuses it.
  sql('a version that is a text', `update notes set version = 'x' where code = 'A'`),
  sql('a version with a fraction', `update notes set version = 1.5 where code = ' a '`),
  sql('a version that is negative', `update notes set version = -1 where code = '1'`),
  ['notes and their odd versions', 'records.ListRecords', listed()],
  ...['A', ' a ', '1'].flatMap((id): Row[] => [
    [`the odd version of ${id}`, 'records.GetRecord', read(id)],
    [
      `a change of the odd version of ${id}`,
      'records.UpdateRecord',
      (answers) => updated(id, { text: text('odd') }, { expectedVersion: seen(`the odd version of ${id}`)(answers) }),
    ],
    [
      `again of the odd version of ${id}`,
      'records.UpdateRecord',
      (answers) => updated(id, { text: text('odder') }, { expectedVersion: seen(`the odd version of ${id}`)(answers) }),
    ],
    [`a change of ${id} from any version`, 'records.UpdateRecord', updated(id, { text: text('any') })],
  ]),
];

export const NOTE_KEYS: readonly Row[] = [...LONG, ...WALKED, ...VERSIONS];
