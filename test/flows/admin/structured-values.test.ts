import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import { SHEET_ROLES, SHEETS_PLUGIN, SHEETS_ROOT, sheetControllers, sheetTables } from '../../support/admin/sheets.js';
import { onBothEngines, startAdminStack, type AdminStack, type Who } from '../../support/admin-stack.js';

const SHEETS = '/acme/forms/sheets';
const WHO = ['reader', 'editor', 'superuser'] as const;

/** A row of the record in the API. */
type Shown = Record<string, unknown> & { readonly _version: string };

onBothEngines('structured values and computed columns', (database) => {
  let stack: AdminStack;
  const clients = new Map<Who, ApiClient>();
  const as = (who: Who): ApiClient => clients.get(who) ?? expect.fail(who);
  before(async () => {
    stack = await startAdminStack({
      ...{ shared: true, database },
      config: { 'backend.root': SHEETS_ROOT },
      admin: (options) => ({ ...options, controllers: sheetControllers(database), plugins: [SHEETS_PLUGIN] }),
    });
    for (const statement of sheetTables(database)) await stack.sql(statement);
    for (const [code, permissions] of Object.entries(SHEET_ROLES)) {
      await stack.sql(
        `update backend_user_roles set permissions = '${JSON.stringify(permissions)}' where code = '${code}'`,
      );
    }
    for (const who of WHO) clients.set(who, await stack.signIn(who));
  });
  after(() => stack.stop());

  const show = async (id: string, who: Who = 'editor'): Promise<Shown> =>
    expectOk(await as(who).get(`${SHEETS}/${id}`)).data as Shown;
  const save = (id: string, body: object, who: Who = 'editor'): Promise<ApiAnswer> =>
    as(who).put(`${SHEETS}/${id}`, body);
  const create = async (body: object, who: Who = 'editor'): Promise<string> =>
    (expectOk(await as(who).post(SHEETS, body), 201).data as { readonly id: string }).id;
  /** The value in the column, parsed. */
  const stored = async (id: string, column: string): Promise<unknown> => {
    const [row] = await stack.sql(`select ${column} from sheets where id = ${id}`);
    const value = row?.[column];
    return typeof value === 'string' ? JSON.parse(value) : value;
  };
  const titled = async (who: Who, query: string): Promise<readonly unknown[]> =>
    (expectOk(await as(who).get(`${SHEETS}${query}`)).data as { name: unknown }[]).map(({ name }) => name);
  const file = (who: Who | 'guest', path: string, text: string): Promise<ApiAnswer> =>
    (who === 'guest' ? stack.guest : as(who)).with({ 'content-type': 'text/csv' }).request('POST', path, text);

  type Ask = (client: ApiClient, who: Who | 'guest') => Promise<ApiAnswer>;
  type Statuses = readonly [reader: number, editor: number, superuser: number];
  const importing = (query = '') => `${SHEETS}/import?operation=${randomUUID()}${query}`;
  const ITEM = { name: 'Paper', cost: 'mine', place: { city: 'Bonn', code: 'mine' } };

  /** Roles by screens by operations: each screen of a list and a form, against a hidden record and hidden values. */
  const OPERATIONS: readonly (readonly [what: string, Statuses, Ask])[] = [
    ['lists', [200, 200, 200], (client) => client.get(SHEETS)],
    ['searches for a hidden value', [200, 200, 200], (client) => client.get(`${SHEETS}?search=secret-1`)],
    ['searches for a nested value', [200, 200, 200], (client) => client.get(`${SHEETS}?search=secret-2`)],
    ['searches for a hidden record', [200, 200, 200], (client) => client.get(`${SHEETS}?search=secret+sheet`)],
    ['sorts by a hidden column', [422, 422, 200], (client) => client.get(`${SHEETS}?sort=internal`)],
    ['filters by a hidden column', [422, 422, 200], (client) => client.get(`${SHEETS}?filter[internal]=s`)],
    ['asks for a hidden column', [200, 200, 200], (client) => client.get(`${SHEETS}?columns=name,internal`)],
    ['shows a record', [200, 200, 200], (client) => client.get(`${SHEETS}/1`)],
    ['previews a record', [200, 200, 200], (client) => client.get(`${SHEETS}/1?context=preview`)],
    ['shows a hidden record', [404, 404, 200], (client) => client.get(`${SHEETS}/2`)],
    ['reads the schema of the form', [200, 200, 200], (client) => client.get(`${SHEETS}/schema/form`)],
    ['reads the schema of the list', [200, 200, 200], (client) => client.get(`${SHEETS}/schema/list`)],
    ['names related records', [200, 200, 200], (client) => client.get(`${SHEETS}/fields/parent/options?ids[]=2`)],
    ['searches related records', [200, 200, 200], (client) => client.get(`${SHEETS}/fields/parent/options?search=s`)],
    ['finds records in the palette', [200, 200, 200], (client) => client.get('/search?search=atlas')],
    ['finds a hidden record in the palette', [200, 200, 200], (client) => client.get('/search?search=secret+sheet')],
    ['finds a hidden value in the palette', [200, 200, 200], (client) => client.get('/search?search=secret-8')],
    ['exports', [200, 200, 200], (client) => client.get(`${SHEETS}/export/records`)],
    [
      'exports a hidden column',
      [200, 200, 200],
      (client) => client.get(`${SHEETS}/export/records?columns=name,internal`),
    ],
    [
      'saves a view of a hidden column',
      [422, 422, 201],
      (client) => client.post(`${SHEETS}/list/views`, { name: randomUUID(), query: 'columns=internal', shared: false }),
    ],
    ['creates a record', [403, 201, 201], (client) => client.post(SHEETS, { name: 'New', lines: [ITEM] })],
    [
      'relates a new record to a hidden one',
      [403, 422, 201],
      (client) => client.post(SHEETS, { name: 'New', parent: '2' }),
    ],
    [
      'changes a record',
      [403, 200, 200],
      (client) => client.put(`${SHEETS}/1`, { name: 'Atlas', internal: 'Secret-1' }),
    ],
    ['changes a hidden record', [403, 404, 200], (client) => client.put(`${SHEETS}/2`, { name: 'Secret sheet' })],
    [
      'changes items of a hidden record',
      [403, 404, 409],
      (client) => client.put(`${SHEETS}/2`, { lines: [{ name: 'x', _item: 0 }], _version: '77' }),
    ],
    [
      'deletes a hidden record',
      [403, 200, 200],
      (client, who) =>
        // A superuser may; the record is for the other rows.
        client.post(`${SHEETS}/bulk/delete`, { ids: [who === 'superuser' ? '999' : '2'] }),
    ],
    [
      'deletes all that match nothing',
      [403, 200, 200],
      (client) => client.post(`${SHEETS}/bulk/delete?search=zzz`, { all: true }),
    ],
    ['checks a file', [403, 200, 200], (_client, who) => file(who, `${SHEETS}/import/check`, 'name,Internal\nx,y\n')],
    ['imports', [403, 201, 201], (_client, who) => file(who, importing(), 'name\nImported\n')],
    [
      'imports into a hidden column',
      [403, 422, 201],
      (_client, who) => file(who, importing('&columns=name,internal'), 'name,internal\nImported,mine\n'),
    ],
    [
      'imports into a repeater',
      [403, 422, 422],
      (_client, who) => file(who, importing('&columns=name,lines'), 'name,lines\nImported,[]\n'),
    ],
    [
      'imports beside a hidden record',
      [403, 200, 201],
      (_client, who) => file(who, importing(), 'name,parent\nImported,Secret sheet #2\n'),
    ],
  ];

  for (const [what, statuses, ask] of OPERATIONS) {
    it(`${what}: each role gets what it may do, and sees no more than that (AD-432)`, async () => {
      const answers: number[] = [];
      for (const who of WHO) {
        const { status, body } = await ask(as(who), who);
        answers.push(status);
        // The error of an import quotes the file.
        if (who !== 'superuser') expect(body.replaceAll('“Secret sheet #2”', ''), who).to.not.match(/Secret|internal"/);
      }
      expect(answers).to.deep.equal(statuses);
      expect((await ask(stack.guest, 'guest')).status).to.equal(401);
    });
  }

  it('the operations of the table wrote nothing that a role may not write (AD-432)', async () => {
    expect(await stored('2', 'lines')).to.deep.equal([{ name: 'Secret-9' }]);
    const rows = await stack.sql('select name, internal from sheets where id > 2 and internal is not null');
    // The import of the superuser.
    expect(rows).to.deep.equal([{ name: 'Imported', internal: 'mine' }]);
    const made = await stack.sql("select lines from sheets where name = 'New' and lines is not null order by id");
    const [byEditor, bySuperuser] = made.map(({ lines }) =>
      JSON.stringify(typeof lines === 'string' ? JSON.parse(lines) : lines),
    );
    expect(byEditor).to.not.contain('mine');
    expect(bySuperuser).to.contain('mine');
  });

  describe('nested values', () => {
    it('are stored as they were sent, and hidden members stay with their items, wherever these move (AD-350, AD-351)', async () => {
      const { lines, blocks, address, _version } = await show('1');
      expect(lines).to.deep.equal([
        { _item: 0, name: 'Paper', price: 1.5, body: null, tags: null, place: { city: 'Bonn' } },
        { _item: 1, name: 'Ink', price: 2, body: null, tags: null, place: null },
      ]);
      expect(blocks).to.deep.equal([
        { _item: 0, _group: 'quote', text: 'Quoted' },
        { _item: 1, _group: 'fact', text: 'Known' },
        { _item: 2, _group: 'gone' },
      ]);
      expect(address).to.deep.equal({ city: 'Bonn' });
      const answer = await save('1', {
        _version,
        lines: [
          { _item: 1, name: 'Ink', price: 3 },
          { name: 'New', tags: ['a', 'b'], body: '<p>Text</p>' },
          { _item: 0, name: 'Paper', place: { city: 'Köln' } },
        ],
        blocks: [
          { _item: 2, _group: 'gone' },
          { _item: 1, _group: 'fact', text: 'Known better' },
        ],
        address: { city: 'Ulm', code: 'mine', stranger: 1 },
      });
      expectOk(answer);
      expect(answer.body).to.not.contain('Secret');
      expect(await stored('1', 'lines')).to.deep.equal([
        { name: 'Ink', price: 3, cost: 'Secret-4' },
        { name: 'New', tags: ['a', 'b'], body: '<p>Text</p>' },
        { name: 'Paper', price: 1.5, cost: 'Secret-2', kept: { deep: [1] }, place: { city: 'Köln', code: 'Secret-3' } },
      ]);
      expect(await stored('1', 'blocks')).to.deep.equal([
        { _group: 'gone', text: 'Secret-6' },
        { _group: 'fact', text: 'Known better', source: 'Secret-5' },
      ]);
      expect(await stored('1', 'address')).to.deep.equal({ city: 'Ulm', code: 'Secret-7', extra: [1, 2] });
    });

    it('lose no hidden member to null, and no digit of a number that the form does not write (AD-81, AD-351, AD-352, AD-432)', async () => {
      const id = await create({ name: 'Exact' });
      const address =
        '{"city": "Bonn", "code": "Secret", "limit": 1.5e30, "extra": [12345678901234567890, 9007199254740993]}';
      const lines =
        '[{"name": "A", "cost": "Secret", "own": 0.12345678901234567890}, {"name": "B", "own": -9007199254740993}]';
      await stack.sql(`update sheets set address = '${address}', lines = '${lines}' where id = ${id}`);
      const text = async (column: string): Promise<string> => {
        const [row] = await stack.sql(`select cast(${column} as text) as json from sheets where id = ${id}`);
        return String(row?.['json']);
      };
      /** What JSON.parse would round. */
      const digits = async (column: string): Promise<readonly string[]> =>
        ((await text(column)).match(/-?\d[\d.]{15,}/g) ?? []).filter((one) => !/^15?0*$/.test(one));
      const [ofAddress, ofLines] = [await digits('address'), await digits('lines')];
      expect(ofAddress).to.deep.equal(['12345678901234567890', '9007199254740993']);
      expect(ofLines).to.have.lengthOf(2);

      const before = await show(id);
      expect(before)
        .to.deep.include({ address: { city: 'Bonn' } })
        .and.not.have.property('_invalid');
      expect(before['lines']).to.have.lengthOf(2);
      const moved = [{ _item: 1 }, { _item: 0, price: 2 }];
      expectOk(await save(id, { _version: before._version, address: { city: 'Ulm' }, lines: moved }));
      expect(await digits('address')).to.deep.equal(ofAddress);
      expect(await digits('lines')).to.have.members(ofLines);
      expect(await stored(id, 'lines')).to.have.nested.property('[1].cost', 'Secret');

      expectOk(await save(id, { address: null }));
      expect(await show(id)).to.deep.include({ address: null });
      expect(await stored(id, 'address'))
        .to.include({ code: 'Secret', limit: 1.5e30 })
        .and.not.have.property('city');
      expect(await digits('address')).to.deep.equal(ofAddress);
      expectInvalid(await save(id, { address: {} }), 'address.city');
      expectOk(await save(id, { address: { city: 'Jena' } }));
      expect(await digits('address')).to.deep.equal(ofAddress);
      expectOk(await save(id, { address: null, lines: null }, 'superuser'));
      expect(await digits('address')).to.deep.equal(ofAddress);
      expect(await stored(id, 'address')).to.not.have.property('code');
      expect(await stored(id, 'lines')).to.equal(null);
    });

    it('of two people who change one list at once, one gets a conflict; no item takes hidden values of another (AD-354, AD-430)', async () => {
      const id = await create(
        {
          name: 'Both',
          lines: [
            { name: 'A', cost: 'of A' },
            { name: 'B', cost: 'of B' },
          ],
        },
        'superuser',
      );
      const { _version } = await show(id);
      const [one, other] = await Promise.all([
        save(id, { _version, lines: [{ _item: 1, name: 'B' }] }),
        save(id, { _version, lines: [{ _item: 0, name: 'A' }, { _item: 1, name: 'B' }, { name: 'C' }] }),
      ]);
      expect([one.status, other.status].sort()).to.deep.equal([200, 409]);
      const lines = (await stored(id, 'lines')) as { name: string; cost?: string }[];
      for (const { name, cost } of lines) expect(cost).to.equal(name === 'C' ? undefined : `of ${name}`);
      // Without a version, the last write would win with the places of another list.
      expectInvalid(await save(id, { lines: [{ _item: 0, name: 'A' }] }), '_version');
      expect(await stored(id, 'lines')).to.deep.equal(lines);
      expectOk(await save(id, { lines: [{ name: 'All new' }] }));
    });

    it('reject what is no such form, with the path of each problem, and write nothing (AD-350)', async () => {
      const id = await create({ name: 'Hostile', lines: [{ name: 'A' }] });
      const before = await show(id);
      const long = Array.from({ length: 6 }, (_, n) => ({ name: String(n) }));
      const rows: readonly (readonly [unknown, string])[] = [
        ['text', 'lines'],
        [{ name: 'x' }, 'lines'],
        [long, 'lines'],
        [[[]], 'lines.0'],
        [[null], 'lines.0'],
        [[{ name: 'a\0b' }], 'lines.0.name'],
        [[{ name: 'half \ud83d' }], 'lines.0.name'],
        [[{ name: 'x', tags: ['a\0'] }], 'lines.0.tags'],
        [[{ name: 'x', tags: [['a']] }], 'lines.0.tags'],
        [[{ name: 'x', price: '1' }], 'lines.0.price'],
        [[{ name: 'x', body: '<p onclick="x()">y</p>' }], 'lines.0.body'],
        [[{ name: 'x', body: '<svg><script>x()</script></svg>' }], 'lines.0.body'],
        [[{ name: 'x', place: [] }], 'lines.0.place'],
        [[{ name: 'x', _item: -1 }], 'lines.0._item'],
        [[{ name: 'x', _item: 0.5 }], 'lines.0._item'],
        [[{ name: 'x', _item: '0' }], 'lines.0._item'],
        [
          [
            { name: 'x', _item: 0 },
            { name: 'y', _item: 0 },
          ],
          'lines.1._item',
        ],
      ];
      for (const [lines, path] of rows) expectInvalid(await save(id, { _version: before._version, lines }), path);
      expectInvalid(
        await save(id, { _version: before._version, blocks: [{ _group: '__proto__' }] }),
        'blocks.0._group',
      );
      expectInvalid(await save(id, { _version: before._version, blocks: [{ _group: ['quote'] }] }), 'blocks.0._group');
      expect(await show(id)).to.deep.equal(before);
    });

    it('keep no member that only looks like one of every object, and no repeated key (AD-350)', async () => {
      const id = await create({ name: 'Keys' });
      const put = (body: string) => as('editor').request('PUT', `${SHEETS}/${id}`, body);
      expectOk(await put('{"lines":[{"name":"x","__proto__":{"cost":"mine"},"constructor":1,"toString":2}]}'));
      expect(await stored(id, 'lines')).to.deep.equal([{ name: 'x' }]);
      expectRefused(await put('{"lines":[{"name":"x","name":"y"}]}'), 400, 'bad_request');
      const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
      expect((await put(`{"lines":${deep}}`)).status).to.be.oneOf([400, 422]);
      expect((await put(`{"lines":[{"name":"x","price":1e999}]}`)).status).to.be.oneOf([400, 422]);
      expect(await stored(id, 'lines')).to.deep.equal([{ name: 'x' }]);
      expect(({} as Record<string, unknown>)['cost']).to.equal(undefined);
    });

    it('are tags in the order of the administrator, as a list and as a text (AD-345, AD-346)', async () => {
      const id = await create({ name: 'Tagged', tags: [' b ', 'a', 'Ünïcode 🦉'], words: 'two , one' });
      expect(await stored(id, 'tags')).to.deep.equal(['b', 'a', 'Ünïcode 🦉']);
      expect(await show(id)).to.include({ words: 'two,one' });
      expect(await titled('editor', '?search=two+tagged')).to.deep.equal(['Tagged']);
      for (const tags of [['a', ' a'], ['', 'a'], ['a\u2028b'], ['\ud83d'], 'a', [1], Array(6).fill('x')]) {
        expectInvalid(await save(id, { tags }), 'tags');
      }
    });
  });

  it('imports tags: those of the file, or of the choices if there are no others (AD-389)', async () => {
    const rows = 'Tags-1,"x, y ; x","two, other","red, b"\nTags-2,,one,\n';
    const { data } = expectOk(await file('editor', importing(), `name,tags,words,colors\n${rows}`), 201);
    expect(data).to.deep.include({ created: 2, problems: [] });
    const [found] = expectOk(await as('editor').get(`${SHEETS}?search=tags-1`)).data as { readonly id: string }[];
    expect(await show(found?.id ?? '')).to.deep.include({ tags: ['x', 'y'], words: 'two,other', colors: ['r', 'b'] });
    const refused = expectOk(await file('editor', importing(), 'name,colors\nTags-3,green\n')).data;
    expect(refused.problems).to.have.lengthOf(1);
    expect(refused.problems[0]).to.deep.include({ row: 2, column: 1 });
  });

  describe('computed columns (AD-22)', () => {
    let ids: readonly string[] = [];
    before(async () => {
      const first = await create({ name: 'Zebra', lines: [{ name: 'A' }, { name: 'B' }] });
      ids = [
        first,
        await create({ name: 'Yak', parent: first }),
        await create({ name: 'Xerus', parent: first, lines: [] }),
      ];
    });
    const [ZEBRA, YAK, XERUS] = ['Zebra', 'Yak', 'Xerus'];

    it('are in lists and forms, with the types that they have', async () => {
      const [zebra = '', yak = ''] = ids;
      const [row] = expectOk(await as('reader').get(`${SHEETS}?search=zebra+%23${zebra}`)).data as Shown[];
      expect(row).to.deep.include({
        ...{ label: `Zebra #${zebra}`, line_count: 2, siblings: 0, is_long: false },
        made_on: '2026-01-01',
      });
      // A text, with as many zeros as the database computes.
      expect(row?.['half']).to.match(/^\d+(\.\d+)?$/);
      expect(Number(row?.['half'])).to.equal(Number(zebra) / 2);
      const [child] = expectOk(await as('reader').get(`${SHEETS}?filter[label]=Yak`)).data as Shown[];
      expect(child).to.deep.include({ siblings: 2, line_count: null, parent: `Zebra #${zebra}` });
      const shown = await show(yak);
      expect(shown).to.deep.include({ label: `Yak #${yak}`, parent: zebra });
      expect(shown['_labels']).to.deep.include({ parent: `Zebra #${zebra}` });
      expect(new Date(String(row?.['made_at'])).toISOString()).to.match(/^2026-01-02T03:04:05/);
    });

    it('can be searched, filtered and sorted by, also as the label of a related record', async () => {
      const [zebra = ''] = ids;
      expect(await titled('editor', `?search=zebra+%23${zebra}&sort=-label`)).to.have.members([ZEBRA, YAK, XERUS]);
      const sorted = async (by: string) => titled('editor', `?search=zebra+%23${zebra}&sort=${by}`);
      expect(await sorted('label')).to.deep.equal([XERUS, YAK, ZEBRA]);
      expect(await sorted('-half')).to.deep.equal([XERUS, YAK, ZEBRA]);
      expect(await sorted('siblings,name')).to.deep.equal([ZEBRA, XERUS, YAK]);
      expect(await titled('editor', '?filter[line_count]=2&filter[made_on]=2026-01-01')).to.include(ZEBRA);
      expect(await titled('editor', '?filter[is_long]=1&search=zebra')).to.deep.equal([]);
      const options = expectOk(await as('editor').get(`${SHEETS}/fields/parent/options?search=zebra+%23`))
        .data as unknown[];
      expect(options).to.have.lengthOf(1);
    });

    it('are in exports and in the palette, and no form and no file writes them', async () => {
      const [zebra = ''] = ids;
      const rows = expectOk(await as('reader').get(`${SHEETS}/export/records?search=yak`)).data as Shown[];
      expect(rows.map(({ parent, siblings }) => [parent, siblings])).to.deep.equal([[`Zebra #${zebra}`, 2]]);
      const found = expectOk(await as('reader').get(`/search?search=%23${zebra}`)).data as { records: object[] }[];
      expect(found[0]?.records).to.deep.include({ id: zebra, title: 'Zebra' });
      expectOk(await save(zebra, { label: 'mine', half: '7' }));
      expect(await show(zebra)).to.deep.include({ label: `Zebra #${zebra}` });
      expectInvalid(await file('editor', importing('&columns=name,label'), 'name,label\nx,y\n'), 'columns');
      const answer = await file('editor', importing(), `name,parent\nImported,Zebra #${zebra}\n`);
      expect(expectOk(answer, 201).data).to.include({ created: 1 });
    });
  });
});
