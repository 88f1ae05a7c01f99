import { toRecordColumns } from '@gatehouse/proto/record-columns';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { ListQuery } from '../../admin/model/query.js';
import { ContractViolation, Unavailable } from '../../core/faults.js';
import { CALL, linkTo, Refusal, rejection, startHost } from '../testing/small-host.js';
import {
  adminHosts,
  blogDescription,
  CALLER,
  CATEGORY,
  LIST,
  NAME,
  POST,
  READ_POST,
  SELECTION,
  SENT_CALLER,
  SENT_SELECTION,
  TAGS,
  TITLE,
  VIEWS,
} from '../testing/blog.js';

const POSTS = { caller: CALLER, controller: 'acme.blog.posts' };
const POST_7 = { ...POSTS, id: '7' };
const SENT_POSTS = { caller: SENT_CALLER, controller: 'acme.blog.posts' };

const HELLO = { kind: 'string', value: 'Hello' };

describe('host: record store (admin_record.proto)', () => {
  const host = adminHosts();

  describe('list', () => {
    it('sends a query as data and returns the page', async () => {
      const { link, requests } = await host('ListRecords', () => ({
        page: { records: [POST], hasMore: true, total: 12 },
      }));
      const query: ListQuery = {
        selection: SELECTION,
        conditions: [
          {
            kind: 'column',
            reference: { column: VIEWS },
            operator: 'ge',
            values: [{ kind: 'int64', value: 2n ** 62n + 1n }],
          },
          { kind: 'column', reference: { relation: CATEGORY, column: NAME }, operator: 'isNull', values: [] },
          { kind: 'related', relation: TAGS, ids: ['1', '2'] },
        ],
        scopes: [{ name: 'published', values: [{ kind: 'bool', value: true }], valuesOf: 'Category' }],
        search: { mode: 'exact', terms: ['50% off'], columns: [{ column: TITLE }] },
        sorts: [{ reference: { relation: CATEGORY, column: NAME }, descending: true }],
        page: { number: 3, size: 25 },
        count: true,
      };
      expect(await link.admin.records.list(POSTS, query, CALL)).to.deep.equal({
        records: [READ_POST],
        hasMore: true,
        total: 12,
      });
      expect(requests).to.deep.equal([
        {
          ...SENT_POSTS,
          query: {
            selection: SENT_SELECTION,
            conditions: [
              {
                comparison: {
                  column: { relation: '', column: 'views' },
                  operator: 'ADMIN_COMPARISON_OPERATOR_GREATER_OR_EQUAL',
                  values: [{ int64Value: '4611686018427387905', value: 'int64Value' }],
                },
                condition: 'comparison',
              },
              {
                comparison: {
                  column: { relation: 'category', column: 'name' },
                  operator: 'ADMIN_COMPARISON_OPERATOR_IS_NULL',
                  values: [],
                },
                condition: 'comparison',
              },
              { relatedTo: { relation: 'tags', ids: ['1', '2'] }, condition: 'relatedTo' },
            ],
            scopes: [{ name: 'published', values: [{ boolValue: true, value: 'boolValue' }], valuesOf: 'Category' }],
            search: {
              mode: 'ADMIN_SEARCH_MODE_ALL',
              terms: ['50% off'],
              columns: [{ relation: '', column: 'title' }],
            },
            sorts: [{ column: { relation: 'category', column: 'name' }, descending: true }],
            page: { number: 3, size: 25 },
            count: true,
            countAtMost: 0,
            acceptsColumns: true,
          },
        },
      ]);
    });

    it('reads records that come as columns (HC-40)', async () => {
      const { link } = await host('ListRecords', () => ({ page: { columns: toRecordColumns([POST]) } }));
      expect(await link.admin.records.list(POSTS, LIST, CALL)).to.deep.equal({ records: [READ_POST], hasMore: false });
      const titles = await link.admin.records.listRows(POSTS, LIST, ({ id }) => `Post ${id}`, CALL);
      expect(titles).to.deep.equal({ records: [`Post ${READ_POST.id}`], hasMore: false });
    });

    it('retries once when the host cannot be reached, because it is a read', async () => {
      let asked = 0;
      const { link } = await host('ListRecords', () => {
        asked += 1;
        if (asked === 1) throw new Refusal(status.UNAVAILABLE);
        return { page: { records: [] } };
      });
      expect(await link.admin.records.list(POSTS, LIST, CALL)).to.deep.equal({ records: [], hasMore: false });
    });

    const broken: Record<string, [answer: object, problem: string]> = {
      'no page': [{}, 'page must be set'],
      'columns that do not belong together': [
        { page: { columns: { ids: ['1', '2'], versions: ['1'] } } },
        'page.columns have 1 versions for 2 records',
      ],
      'more records in columns than the page size': [
        { page: { columns: toRecordColumns([POST, POST, POST]) } },
        'page.records has 3 records, more than the page size 2',
      ],
      'more records than the page size': [
        { page: { records: [POST, POST, POST] } },
        'has 3 records, more than the page size 2',
      ],
      'a total that was not requested': [{ page: { total: 0 } }, 'page.total was not requested'],
      'a limit of the total that was not requested': [
        { page: { totalExceeded: true } },
        'page.total_exceeded is set, although total is not the count_at_most of the query',
      ],
      'a record without an id': [{ page: { records: [{ ...POST, id: '' }] } }, 'page.records[0].id must not be empty'],
      'one cell too few': [
        { page: { records: [{ ...POST, cells: POST.cells.slice(1) }] } },
        'has 1 cells for 2 columns',
      ],
      'one cell too many': [
        { page: { records: [{ ...POST, cells: [...POST.cells, { nullValue: true }] }] } },
        'has 3 cells for 2 columns',
      ],
      'one relation too few': [{ page: { records: [{ ...POST, relations: [] }] } }, 'has 0 values for 2 relations'],
      'a count instead of the requested records': [
        { page: { records: [{ ...POST, relations: [{ count: 1 }, { count: 2 }] }] } },
        'relations[category] is count, not related',
      ],
      'more related records than the limit': [
        {
          page: {
            records: [
              {
                ...POST,
                relations: [
                  {
                    related: {
                      records: [
                        { id: '3', value: { stringValue: '' } },
                        { id: '4', value: { stringValue: '' } },
                      ],
                    },
                  },
                  { count: 2 },
                ],
              },
            ],
          },
        },
        'has 2 related records, more than the limit 1',
      ],
    };
    for (const [what, [answer, problem]] of Object.entries(broken)) {
      it(`reports ${what} as a contract violation, and logs no contents`, async () => {
        const { link, violations, log } = await host('ListRecords', () => answer);
        const error = await rejection(link.admin.records.list(POSTS, LIST, CALL));
        expect(error).to.be.instanceOf(ContractViolation);
        expect(error.message).to.contain(problem);
        expect(violations).to.deep.equal(['AdminRecordService.ListRecords']);
        expect(log.join())
          .to.contain(problem)
          .and.to.not.match(/Hello|News/);
      });
    }

    /** Cells of title and views, the value that is read, and the log line unless the host declared it invalid. */
    const unfit: Record<string, [cells: object[], read: object[], problem: string | undefined]> = {
      'a cell of another kind than its column': [
        [{ stringValue: 'Hello' }, { stringValue: 'many' }],
        [HELLO, { kind: 'invalid', raw: 'many' }],
        'is a string, but the column is int64',
      ],
      'a cell without a value': [[{ stringValue: 'Hello' }, {}], [HELLO, { kind: 'invalid', raw: '' }], 'has no value'],
      'an integer that JSON would round': [
        [{ stringValue: 'Hello' }, { int64Value: '9007199254740993' }],
        [HELLO, { kind: 'invalid', raw: '9007199254740993' }],
        'is greater than 2^53 - 1',
      ],
      'a value that the host declares invalid': [
        [{ stringValue: 'Hello' }, { invalidValue: { raw: 'many' } }],
        [HELLO, { kind: 'invalid', raw: 'many' }],
        undefined,
      ],
      'a raw text that is too long': [
        [{ stringValue: 'Hello' }, { invalidValue: { raw: 'm'.repeat(501) } }],
        [HELLO, { kind: 'invalid', raw: `${'m'.repeat(499)}…` }],
        undefined,
      ],
    };
    for (const [what, [cells, read, problem]] of Object.entries(unfit)) {
      it(`reads ${what} as one invalid cell of an otherwise complete record (admin_cell.proto, InvalidValue)`, async () => {
        const { link, violations, log } = await host('ListRecords', () => ({
          page: {
            records: [
              { ...POST, cells },
              { ...POST, id: '8' },
            ],
          },
        }));
        const page = await link.admin.records.list(POSTS, LIST, CALL);
        expect(page.records).to.deep.equal([
          { ...READ_POST, cells: read },
          { ...READ_POST, id: '8' },
        ]);
        expect(violations).to.deep.equal(problem === undefined ? [] : ['AdminRecordService.ListRecords']);
        const lines = log.join();
        expect(lines).to.contain('"controller":"acme.blog.posts","record":"7","column":"views"');
        expect(lines).to.contain(problem ?? 'does not fit its column');
        expect(lines).to.not.match(/Hello|News|many|mmm|9007199254740993/);
      });
    }

    it('logs an invalid value once, however often it is read', async () => {
      const { link, log } = await host('ListRecords', () => ({
        page: { records: [{ ...POST, cells: [{ stringValue: '' }, { invalidValue: { raw: 'x' } }] }] },
      }));
      for (let time = 0; time < 3; time++) await link.admin.records.list(POSTS, LIST, CALL);
      expect(log.filter((line) => line.includes('does not fit its column'))).to.have.length(1);
    });
  });

  describe('get', () => {
    it('returns the record, or none in the scope', async () => {
      const answers = [{ record: POST }, { notFound: {} }];
      const { link, requests } = await host('GetRecord', () => answers.shift() ?? {});
      const get = (scope: 'form' | 'list') => link.admin.records.get(POST_7, SELECTION, scope, CALL);
      expect(await get('form')).to.deep.equal(READ_POST);
      expect(await get('list')).to.deep.equal({ outcome: 'notFound' });
      expect(requests).to.deep.equal([
        { ...SENT_POSTS, id: '7', scope: 'ADMIN_SCOPE_FORM', selection: SENT_SELECTION },
        { ...SENT_POSTS, id: '7', scope: 'ADMIN_SCOPE_LIST', selection: SENT_SELECTION },
      ]);
      expect((await rejection(get('form'))).message).to.contain('outcome must have one of its members set');
    });

    it('rejects a record other than the requested one', async () => {
      const { link } = await host('GetRecord', () => ({ record: { ...POST, id: '8' } }));
      const error = await rejection(link.admin.records.get(POST_7, SELECTION, 'form', CALL));
      expect(error.message).to.contain('record.id is not the one that was requested');
    });
  });

  const WRITE = {
    columns: [
      { column: TITLE, value: { kind: 'string', value: 'New' } },
      { column: VIEWS, value: { kind: 'null' }, optionProvider: 'statuses' },
    ],
    relations: [{ relation: CATEGORY, ids: ['3'], scope: { name: 'published', values: [] } }],
  } as const;
  const SENT_WRITE = {
    values: [
      { column: 'title', value: { stringValue: 'New', value: 'stringValue' }, optionProvider: '' },
      { column: 'views', value: { nullValue: true, value: 'nullValue' }, optionProvider: 'statuses' },
    ],
    relations: [{ relation: 'category', ids: ['3'], scope: { name: 'published', values: [], valuesOf: '' } }],
  };
  const INVALID = { invalid: { fields: [{ field: 'title', messages: ['Zu kurz', 'Belegt'] }] } };
  const READ_INVALID = { outcome: 'invalid', errors: [{ field: 'title', messages: ['Zu kurz', 'Belegt'] }] };

  it('creates, and reads every outcome', async () => {
    const answers: object[] = [{ created: POST }, INVALID, { refused: { message: 'Heute nicht' } }];
    const { link, requests } = await host('CreateRecord', () => answers.shift() ?? {});
    const create = () => link.admin.records.create(POSTS, WRITE, SELECTION, CALL);
    expect(await create()).to.deep.equal({ outcome: 'written', record: READ_POST });
    expect(await create()).to.deep.equal(READ_INVALID);
    expect(await create()).to.deep.equal({ outcome: 'refused', message: 'Heute nicht' });
    expect(requests[0]).to.deep.equal({ ...SENT_POSTS, ...SENT_WRITE, selection: SENT_SELECTION });
    expect(await rejection(create())).to.be.instanceOf(ContractViolation);
  });

  it('updates, and reads every outcome', async () => {
    const answers: object[] = [
      { updated: POST },
      { conflict: { ...POST, version: 'v2' } },
      { notFound: {} },
      INVALID,
      { refused: { message: 'Heute nicht' } },
    ];
    const { link, requests } = await host('UpdateRecord', () => answers.shift() ?? {});
    const update = (expectedVersion?: string) =>
      link.admin.records.update(
        POST_7,
        WRITE,
        { selection: SELECTION, ...(expectedVersion !== undefined && { expectedVersion }) },
        CALL,
      );
    expect(await update()).to.deep.equal({ outcome: 'written', record: READ_POST });
    expect(await update('v1')).to.deep.equal({ outcome: 'conflict', current: { ...READ_POST, version: 'v2' } });
    expect(await update()).to.deep.equal({ outcome: 'notFound' });
    expect(await update()).to.deep.equal(READ_INVALID);
    expect(await update()).to.deep.equal({ outcome: 'refused', message: 'Heute nicht' });
    const sent = { ...SENT_POSTS, id: '7', expectedVersion: '', ...SENT_WRITE, selection: SENT_SELECTION };
    expect(requests.slice(0, 2)).to.deep.equal([sent, { ...sent, expectedVersion: 'v1' }]);
    expect(await rejection(update())).to.be.instanceOf(ContractViolation);
  });

  it('deletes, and reads every outcome', async () => {
    const answers: object[] = [{ deleted: true }, { notFound: {} }, { refused: { message: 'Noch in Gebrauch' } }];
    const { link, requests } = await host('DeleteRecords', () => answers.shift() ?? { deleted: false });
    const remove = () => link.admin.records.delete(POSTS, ['7', '8'], 'list', CALL);
    expect(await remove()).to.deep.equal({ outcome: 'deleted' });
    expect(await remove()).to.deep.equal({ outcome: 'notFound' });
    expect(await remove()).to.deep.equal({ outcome: 'refused', message: 'Noch in Gebrauch' });
    expect(requests[0]).to.deep.equal({ ...SENT_POSTS, ids: ['7', '8'], scope: 'ADMIN_SCOPE_LIST' });
    expect(await rejection(remove())).to.be.instanceOf(ContractViolation);
  });

  for (const [what, invalid] of Object.entries({
    'no fields': { fields: [] },
    'a field without a name': { fields: [{ field: '', messages: ['x'] }] },
    'a field without a message': { fields: [{ field: 'title', messages: [] }] },
    'an empty message': { fields: [{ field: 'title', messages: [''] }] },
    'a duplicate field': {
      fields: [
        { field: 'title', messages: ['x'] },
        { field: 'title', messages: ['y'] },
      ],
    },
  })) {
    it(`rejects a validation error with ${what}`, async () => {
      const { link } = await host('CreateRecord', () => ({ invalid }));
      const error = await rejection(link.admin.records.create(POSTS, WRITE, SELECTION, CALL));
      expect(error).to.be.instanceOf(ContractViolation);
      expect(error.message).to.contain('invalid.fields');
    });
  }

  it('never resends a write (host.proto, rule 3)', async () => {
    let asked = 0;
    const { link } = await host('UpdateRecord', () => {
      asked += 1;
      throw new Refusal(status.UNAVAILABLE);
    });
    const error = await rejection(link.admin.records.update(POST_7, WRITE, { selection: SELECTION }, CALL));
    expect(error).to.be.instanceOf(Unavailable);
    expect(asked).to.equal(1);
  });

  it('throws Unavailable without calling a host that does not offer CAPABILITY_ADMIN', async () => {
    let asked = 0;
    const started = await startHost({
      describe: () => blogDescription({ capabilities: [], admin: null }),
      admin: { ListRecords: () => ((asked += 1), {}) },
    });
    const { link, descriptions, until } = await linkTo(started.port);
    await until(() => descriptions.length === 1);
    const error = await rejection(link.admin.records.list(POSTS, LIST, CALL));
    expect(error).to.be.instanceOf(Unavailable);
    expect(error.message).to.contain('CAPABILITY_ADMIN');
    expect(asked).to.equal(0);
    await link.stop(0);
    started.kill();
  });
});
