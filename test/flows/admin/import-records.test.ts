import { Invalid, Refused } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import { startAdminStack, type AdminStack, type Who, usuallyOn } from '../../support/admin-stack.js';
import { eventually } from '../../support/eventually.js';

const IMPORT = '/acme/shop/items/import';

/** An import that only creates records changes no other ones. */
const CREATED = { updated: 0, unchanged: 0 };

interface Checked {
  readonly columns: readonly { readonly heading: string; readonly field: string | null; readonly samples: string[] }[];
  readonly fields: readonly { readonly name: string; readonly label: string; readonly required: boolean }[];
  readonly preview: readonly (readonly (string | null)[])[];
  readonly problems: readonly {
    readonly row: number | null;
    readonly column: number | null;
    readonly message: string;
  }[];
  readonly more_problems: number;
}

function dataOf(answer: ApiAnswer): Checked {
  return expectOk(answer).data as Checked;
}

function problemsOf({ problems }: Checked) {
  return problems.map(({ row, column }) => [row, column]);
}

usuallyOn('postgres', 'imports files into a list (AD-385 to AD-396)', (database) => {
  let stack: AdminStack;
  const as = new Map<Who, ApiClient>();
  const client = (who: Who): ApiClient => as.get(who)!;
  /** Replaces the hook of a creation for a test. */
  let onCreate: (title: string) => unknown = () => undefined;
  before(async () => {
    stack = await startAdminStack({
      database,
      errorsExpected: true,
      admin: (options) => ({
        ...options,
        controllers: options.controllers.map((controller) => ({
          ...controller,
          hooks: {
            ...controller.hooks,
            beforeCreate: async (values, context) => {
              await controller.hooks?.beforeCreate?.(values, context);
              await onCreate(String(values['title']));
            },
          },
        })),
      }),
    });
    for (const who of ['reader', 'editor', 'superuser'] as const) as.set(who, await stack.signIn(who));
  });
  after(() => stack.stop());
  afterEach(() => (onCreate = () => undefined));

  const send = (who: Who, path: string, file: string, headers = {}): Promise<ApiAnswer> =>
    client(who)
      .with({ 'content-type': 'text/csv; charset=utf-8', ...headers })
      .request('POST', path, file);
  const check = (who: Who, file: string, query = '') => send(who, `${IMPORT}/check${query}`, file);
  const run = (who: Who, file: string, query = '', operation: string = randomUUID()) =>
    send(who, `${IMPORT}?operation=${operation}${query}`, file);
  const titles = async (like: string) =>
    (await stack.sql(`select title from shop_items where title like '${like}' order by id`)).map(({ title }) => title);

  it('checks a file without writing anything: columns, values as they are read, problems by row (AD-385, AD-388)', async () => {
    const file =
      'Title;Quantity;Price;Active;Status;Released;Category;Nobody\r\n' +
      'Check-1;1;1,50;Yes;Sold;2026-12-31;Books;x\r\n' +
      ';x;1234567,8;perhaps;gone;31.2.2026;Archive;\r\n';
    const data = dataOf(await check('editor', file, '?decimal=,'));
    expect(data).to.deep.include({ separator: ';', encoding: 'utf-8', decimal: ',', rows: 2, more_problems: 0 });
    expect(data.columns.map(({ field }) => field)).to.deep.equal([
      ...['title', 'quantity', 'price', 'active', 'status', 'released_on', 'category'],
      null,
    ]);
    expect(data.columns[0]).to.deep.equal({ heading: 'Title', field: 'title', samples: ['Check-1'] });
    expect(data.preview[0]).to.deep.equal(['Check-1', '1', '1.50', 'Yes', 'Sold', '2026-12-31', 'Books', null]);
    expect(data.fields.find(({ name }) => name === 'title')).to.deep.equal({
      ...{ name: 'title', label: 'Title', required: true },
    });
    // Among them a category that is archived.
    expect(data.problems.map(({ row }) => row)).to.deep.equal(Array(7).fill(3));
    expect(data.problems.map(({ column }) => column)).to.deep.equal([0, 1, 2, 3, 4, 5, 6]);
    expect(await titles('Check-%')).to.deep.equal([]);
  });

  it('imports every row as the create form would, in the order of the file (AD-385, AD-389)', async () => {
    const file =
      '\uFEFFtitle,quantity,price,active,status,released_on,published_at,category,tags,layout\r\n' +
      'New-1,"1,000",2.50,no,draft,2026-02-01,2026-02-01 12:00,Books,"new, rare",Wide\r\n' +
      "'=New-2,0,,,,,,2,2,narrow\r\n" +
      '"New-3\nwith a line",,,,,,,,,\r\n';
    const { data } = expectOk(await run('editor', file, '&timezone=Europe/Berlin'), 201);
    expect(data).to.deep.equal({ ...CREATED, created: 3, problems: [], more_problems: 0, incomplete: false });
    const rows = await stack.sql(
      "select id, title, quantity, active, status, category_id, layout, locked from shop_items where title like '%New-%' order by id",
    );
    expect(rows.map(({ title }) => title)).to.deep.equal(['New-1', '=New-2', 'New-3\nwith a line']);
    expect(rows.map(({ quantity, category_id: category }) => [Number(quantity), Number(category)])).to.deep.equal([
      [1000, 1],
      [0, 2],
      [0, 0],
    ]);
    expect(rows.map(({ active }) => Boolean(active))).to.deep.equal([false, true, true]);
    expect(rows.map(({ layout }) => layout)).to.deep.equal(['wide', 'narrow', null]);
    const tags = await stack.sql(
      `select tag_id from shop_item_tag where item_id = ${String(rows[0]?.['id'])} order by 1`,
    );
    expect(tags.map((row) => Number(row['tag_id']))).to.deep.equal([1, 2]);
    const shown = expectOk(await client('editor').get(`/acme/shop/items/${String(rows[0]?.['id'])}`));
    expect(shown.data).to.deep.include({ price: '2.5', published_at: '2026-02-01T11:00:00.000Z', tags: ['1', '2'] });
  });

  it('imports nothing if the application refuses rows, and names them all (AD-390)', async () => {
    onCreate = (title) => {
      if (title === 'None-2') throw new Invalid({ title: ['Not this one.'] });
      if (title === 'None-4') throw new Refused('Not today.');
    };
    const file = `title\n${[1, 2, 3, 4, 5].map((n) => `None-${n}`).join('\n')}\n`;
    const { data } = expectOk(await run('editor', file));
    expect(data).to.deep.equal({
      ...{ ...CREATED, created: 0, more_problems: 0, incomplete: false },
      problems: [
        { row: 3, column: 0, message: 'Not this one.' },
        { row: 5, column: null, message: 'Not today.' },
      ],
    });
    expect(await titles('None-%')).to.deep.equal([]);
  });

  it('imports nothing if a hook fails, and says no more than that (AD-390)', async () => {
    onCreate = (title) => {
      if (title === 'Fail-2') throw new Error('a bug with a secret');
    };
    const answer = await run('editor', 'title\nFail-1\nFail-2\n');
    expectRefused(answer, 500, 'internal_error');
    expect(answer.body).to.not.contain('secret');
    expect(await titles('Fail-%')).to.deep.equal([]);
  });

  it('imports a file once, however often the same request comes (AD-391)', async () => {
    const operation = randomUUID();
    const file = 'title\nOnce-1\nOnce-2\n';
    const answers = await Promise.all([1, 2, 3].map(() => run('editor', file, '', operation)));
    answers.push(await run('editor', file, '', operation));
    expect(answers.map((answer) => (expectOk(answer, 201).data as { created: number }).created)).to.deep.equal([
      2, 2, 2, 2,
    ]);
    expect(await titles('Once-%')).to.deep.equal(['Once-1', 'Once-2']);
    // Another operation, and the same one with another file, are imports of their own.
    expectOk(await run('editor', file), 201);
    expectOk(await run('editor', 'title\nOnce-3\n', '', operation), 201);
    expect((await titles('Once-%')).length).to.equal(5);
  });

  it('lets those import who may create, and offers it to no one else (AD-392)', async () => {
    const file = 'title\nMay-1\n';
    expectRefused(await send('reader', `${IMPORT}/check`, file), 403, 'forbidden');
    expectRefused(await run('reader', file), 403, 'forbidden');
    expectRefused(
      await stack.guest.with({ 'content-type': 'text/csv' }).request('POST', IMPORT, file),
      401,
      'unauthenticated',
    );
    const view = async (who: Who) => (await client(who).get('/acme/shop/items/schema/list')).data.import as unknown;
    expect(await view('reader')).to.equal(null);
    expect(await view('editor')).to.deep.equal({ title: null });
    expectRefused(await send('superuser', '/acme/shop/categories/import', 'name\nx\n'), 405, 'method_not_allowed');
    expect(await titles('May-%')).to.deep.equal([]);
  });

  it('fills only fields that the administrator may write (AD-393)', async () => {
    const headings = 'title,supplier,partner,locked,secret,owner,hidden,id,_version,__proto__';
    const file = `${headings}\nField-1,Evil,1,open,pass,me,1,1,9,x\n`;
    const data = dataOf(await check('editor', file));
    const fields = data.columns.map(({ field }) => field);
    expect(fields).to.deep.equal(['title', ...Array<null>(9).fill(null)]);
    for (const { name } of data.fields) expect(headings.split(',').slice(1)).to.not.include(name);
    for (const name of ['supplier', 'locked', 'secret', 'owner', 'hidden', 'id', 'nothing']) {
      expectInvalid(await run('editor', file, `&columns=title,${name}`), 'columns');
    }
    expectOk(await run('editor', file), 201);
    const [row] = await stack.sql(
      "select supplier, locked, secret, owner, hidden from shop_items where title = 'Field-1'",
    );
    expect(row).to.deep.equal({ supplier: null, locked: 'locked', secret: null, owner: 'nobody', hidden: 0 });
    const own = dataOf(await check('superuser', file)).columns;
    expect(own.map(({ field }) => field).slice(0, 3)).to.deep.equal(['title', 'supplier', 'partner']);
  });

  it('finds related records within the scope of the administrator, by id or by a name that is unique (AD-394)', async () => {
    await stack.sql("insert into shop_tags (name) values ('twin'), ('twin')");
    const data = dataOf(
      await check(
        'editor',
        'title,category,tags\nScope-1,3,\nScope-2,Archive,\nScope-3,,gone\nScope-4,,twin\nScope-5,999,3\nScope-6,books,new\n',
      ),
    );
    expect(problemsOf(data)).to.deep.equal([
      [2, 1],
      [3, 1],
      [4, 2],
      [5, 2],
      [6, 1],
      [6, 2],
      [7, 1],
    ]);
    // A hidden record and a missing one look the same.
    const message = (row: number) => data.problems.find((one) => one.row === row)?.message.replace(/“.*”/, '');
    expect(message(2)).to.equal(message(6));
  });

  it('finds a name in either spelling of its letters with marks (AD-452)', async () => {
    const [composed, decomposed] = ['\u00dcbung-1', 'U\u0308bung-2'];
    await stack.sql(`insert into shop_tags (name) values ('${composed}'), ('${decomposed}')`);
    const cells = [composed, decomposed].flatMap((name) => [name.normalize('NFC'), name.normalize('NFD')]);
    const rows = cells.map((name, at) => `Spelled-${String(at)},${name}`);
    expect(dataOf(await check('editor', `title,tags\n${rows.join('\n')}\n`)).problems).to.deep.equal([]);
  });

  // Only SQLite has such triggers.
  if (database === 'sqlite') {
    it('names a row that ends the whole transaction, as a trigger of SQLite may, and writes nothing (AD-456)', async () => {
      await stack.sql(
        "create trigger ends before insert on shop_items when new.title = 'End' begin select raise(rollback, 'No end.'); end",
      );
      const told = async (...rows: string[]) =>
        expectOk(await run('editor', `title\n${rows.join('\n')}\n`)).data as unknown as {
          readonly problems: readonly object[];
          readonly incomplete: boolean;
        };
      const problems = [{ row: 3, column: null, message: 'No end.' }];
      expect(await told('Ends-1', 'End', 'Ends-2')).to.deep.include({ problems, incomplete: true });
      expect(await told('Ends-1', 'End')).to.deep.include({ problems, incomplete: false });
      expect(await titles('End%')).to.deep.equal([]);
      expectOk(await run('editor', 'title\nEnds-1\n'), 201);
    });
  }

  it('reads a file as the request says, and rejects what it does not know (AD-387, AD-395)', async () => {
    const data = dataOf(await check('editor', 'a;b\nPick-1;7\n', '?columns=,title&separator=;'));
    expect(data.columns.map(({ field }) => field)).to.deep.equal([null, 'title']);
    for (const [query, name] of [
      ['?columns=title,title', 'columns'],
      ['?columns=title,,,', 'columns'],
      ['?separator=x', 'separator'],
      ['?decimal=x', 'decimal'],
      ['?timezone=Mars/Base', 'timezone'],
      ['?operation=1234567890123456', 'operation'],
      ['?other=1', 'other'],
      ['?decimal=.&decimal=.', 'decimal'],
    ] as const) {
      expectInvalid(await check('editor', 'a,b\n1,2\n', query), name);
    }
    expectInvalid(await send('editor', IMPORT, 'title\nx\n'), 'operation');
    expectInvalid(await run('editor', 'title\nx\n', '', 'short'), 'operation');
    expectInvalid(
      await send('editor', `${IMPORT}/check`, 'title\nx\n', { 'content-type': 'text/csv; charset=utf-7' }),
      'charset',
    );
    expectRefused(
      await send('editor', `${IMPORT}/check`, 'title\nx\n', { 'content-type': 'application/json' }),
      415,
      'unsupported_media_type',
    );
    expectInvalid(await check('editor', 'title\n'), 'file');
    expectInvalid(await check('editor', 'title\n"x\n'), 'file');
    expectRefused(await check('editor', `title\n${'x'.repeat(2 * 1024 * 1024)}`), 413, 'payload_too_large');
    const cells = dataOf(await check('editor', `title\nx,1\n${'y'.repeat(32_768)}\n`));
    expect(problemsOf(cells)).to.deep.equal([
      [2, null],
      [3, 0],
    ]);
    const unmapped = dataOf(await check('editor', 'quantity\n1\n2\n')).problems;
    expect(unmapped).to.have.length(1);
    expect(unmapped[0]?.row).to.equal(null);
  });

  it('answers with the first problems of many, and how many more there are (AD-395)', async () => {
    const data = dataOf(await check('editor', `title,quantity\n${'x,y\n'.repeat(300)}`));
    expect(data.problems).to.have.length(200);
    expect(data.more_problems).to.equal(100);
  });

  it('imports as many rows as it promises, and leaves a line in the log (AD-387, AD-396)', async () => {
    const file = `title,quantity\n${Array.from({ length: 1000 }, (_, n) => `Many-${n},1`).join('\n')}\n`;
    expect(expectOk(await run('editor', file), 201).data.created).to.equal(1000);
    expect(await titles('Many-%')).to.have.length(1000);
    expectInvalid(await run('editor', `${file}One more,1\n`), 'file');
    // An answer may arrive before the lines that the daemon wrote earlier.
    const line = await eventually(() => {
      const lines = stack.gatehouse.log().split('\n');
      const found = lines.find((one) => one.includes('imported records') && one.includes('"created":1000'));
      return found ?? expect.fail('the log has no line of the import');
    });
    expect(line).to.contain('acme.shop.items');
    expect(line).to.not.contain('Many-');
  });
});
