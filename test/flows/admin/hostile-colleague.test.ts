import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import { PASSWORD, startAdminStack, type AdminStack, usuallyOn } from '../../support/admin-stack.js';

const ITEMS = '/acme/shop/items';
const VIEWS = `${ITEMS}/list/views`;
const ADMINISTRATORS = '/gatehouse/backend/administrators';
const ROLES = '/gatehouse/backend/roles';

/** Everybody with a session. The sharer is an editor who may share views; the manager manages administrators, and no more. */
const WHO = ['reader', 'editor', 'sharer', 'manager', 'superuser'] as const;
type Who = (typeof WHO)[number];
type Statuses = Readonly<Record<Who, number>>;

/** The list is open to everybody but the manager. */
const OPEN: Statuses = { reader: 200, editor: 200, sharer: 200, manager: 403, superuser: 200 };
const EVERYBODY: Statuses = { ...OPEN, manager: 200 };
const csv = (client: ApiClient, path: string, file: string): Promise<ApiAnswer> =>
  client.with({ 'content-type': 'text/csv; charset=utf-8' }).request('POST', `${ITEMS}/import${path}`, file);
const among = (statuses: Statuses, status: number): Statuses => ({
  ...statuses,
  ...Object.fromEntries(WHO.filter((who) => statuses[who] === 200).map((who) => [who, status])),
});

usuallyOn('sqlite', 'administrators who call every endpoint by hand (AD-334)', (database) => {
  let stack: AdminStack;
  const clients = new Map<Who, ApiClient>();
  const ids = new Map<Who, string>();
  let spare = '';
  let role = '';
  let shared = '';
  const as = (who: Who): ApiClient => clients.get(who) ?? expect.fail(who);
  const idOf = (who: Who): string => ids.get(who) ?? expect.fail(who);

  before(async () => {
    stack = await startAdminStack({ shared: true, database, errorsExpected: true });
    for (const who of ['reader', 'editor', 'superuser'] as const) clients.set(who, await stack.signIn(who));
    await newcomer('sharer', ['acme.shop.access_items', 'backend.share_views']);
    await newcomer('manager', ['backend.administrators']);
    spare = await newcomer('spare', []);
    const made = await as('superuser').post(ROLES, { code: 'spare', name: 'x', permissions: ['acme.shop.*'] });
    role = (expectOk(made, 201).data as { readonly id: string }).id;
    const holdsMore = await newcomer('stronger', ['acme.shop.access_items']);
    const weak = await as('superuser').post(ROLES, { code: 'shared', name: 'x', permissions: [] });
    shared = (expectOk(weak, 201).data as { readonly id: string }).id;
    expectOk(await as('superuser').put(`${ADMINISTRATORS}/${holdsMore}`, { role: shared }));
    for (const who of WHO) ids.set(who, (expectOk(await as(who).get('/auth/me')).data as { id: string }).id);
  });
  after(() => stack.stop());

  async function newcomer(login: Who | 'spare' | 'stronger', permissions: readonly string[]): Promise<string> {
    const values = { login, email: `${login}@example.test`, permissions };
    const { id } = expectOk(await as('superuser').post(ADMINISTRATORS, values), 201).data as { readonly id: string };
    const link = expectOk(await as('superuser').post(`${ADMINISTRATORS}/${id}/password-link`, {}), 201);
    const token = String(link.data.path).split('#')[1] ?? '';
    expectOk(await stack.guest.post('/auth/set-password', { token, password: PASSWORD }));
    if (login !== 'spare' && login !== 'stronger') clients.set(login, await stack.signIn(login));
    return id;
  }

  const newView = (client: ApiClient, query: string, shared = false): Promise<ApiAnswer> =>
    client.post(VIEWS, { name: 'A view', query, shared });
  const viewOf = async (who: Who, query: string, shared: boolean): Promise<string> =>
    (expectOk(await newView(as(who), query, shared), 201).data as { readonly id: string }).id;

  type Ask = (client: ApiClient, who: Who | 'guest') => Promise<ApiAnswer>;
  /** Each endpoint that was built with bulk actions, views and accounts; a guest gets 401 for all of it. */
  const OPERATIONS: readonly (readonly [what: string, Statuses, Ask])[] = [
    ['lists the views', OPEN, (client) => client.get(VIEWS)],
    ['saves a view', among(OPEN, 201), (client) => newView(client, 'search=x')],
    ...['filter[supplier]=x', 'sort=supplier', 'columns=title,supplier', 'filter[partner_id]=1', 'sort=-partner'].map(
      (query) =>
        [
          `saves a view of a hidden column: ${query}`,
          { ...among(OPEN, 422), superuser: 201 },
          (client: ApiClient) => newView(client, query),
        ] as const,
    ),
    [
      'shares a view',
      { reader: 403, editor: 403, sharer: 201, manager: 403, superuser: 201 },
      (client) => newView(client, '', true),
    ],
    [
      'changes a shared view',
      { reader: 403, editor: 403, sharer: 200, manager: 403, superuser: 200 },
      async (client) => client.put(`${VIEWS}/${await viewOf('superuser', '', true)}`, { version: 1, name: 'Mine now' }),
    ],
    [
      'takes a shared view for themselves',
      { reader: 403, editor: 403, sharer: 200, manager: 403, superuser: 200 },
      async (client) => client.put(`${VIEWS}/${await viewOf('superuser', '', true)}`, { version: 1, shared: false }),
    ],
    [
      'deletes a shared view',
      { reader: 403, editor: 403, sharer: 200, manager: 403, superuser: 200 },
      async (client) => client.delete(`${VIEWS}/${await viewOf('superuser', '', true)}`),
    ],
    [
      "changes another one's own view",
      { reader: 404, editor: 200, sharer: 404, manager: 403, superuser: 404 },
      async (client) => client.put(`${VIEWS}/${await viewOf('editor', '', false)}`, { version: 1, name: 'x' }),
    ],
    [
      "shares another one's own view",
      { reader: 404, editor: 403, sharer: 404, manager: 403, superuser: 404 },
      async (client) => client.put(`${VIEWS}/${await viewOf('editor', '', false)}`, { version: 1, shared: true }),
    ],
    [
      "deletes another one's own view",
      { reader: 404, editor: 200, sharer: 404, manager: 403, superuser: 404 },
      async (client) => client.delete(`${VIEWS}/${await viewOf('editor', '', false)}`),
    ],
    [
      'deletes a view with the path of another list',
      { reader: 403, editor: 403, sharer: 403, manager: 403, superuser: 404 },
      async (client) => client.delete(`/acme/shop/categories/list/views/${await viewOf('superuser', '', true)}`),
    ],
    ['exports', OPEN, (client) => client.get(`${ITEMS}/export/records`)],
    ...['filter[supplier]=x', 'filter[partner_id][]=1'].map(
      (query) =>
        [
          `exports by a hidden column: ${query}`,
          { ...among(OPEN, 422), superuser: 200 },
          (client: ApiClient) => client.get(`${ITEMS}/export/records?${query}`),
        ] as const,
    ),
    [
      'checks a file to import',
      { reader: 403, editor: 200, sharer: 403, manager: 403, superuser: 200 },
      (client) => csv(client, '/check', 'title,supplier\nRead-1,x\n'),
    ],
    [
      'imports into a hidden column',
      { reader: 403, editor: 422, sharer: 403, manager: 403, superuser: 201 },
      (client) => csv(client, `?operation=${randomUUID()}&columns=title,supplier`, 'title,supplier\nRead-2,x\n'),
    ],
    ['searches the palette by a hidden column', EVERYBODY, (client) => client.get('/search?search=supplier-a')],
    ['asks what the palette offers', EVERYBODY, (client) => client.get('/commands')],
    ...['supplier', '-partner'].map(
      (sort) =>
        [
          `sorts by a hidden column: ${sort}`,
          { ...among(OPEN, 422), superuser: 200 },
          (client: ApiClient) => client.get(`${ITEMS}?sort=${sort}`),
        ] as const,
    ),
    [
      'acts on all that match a hidden column',
      { ...among(OPEN, 422), superuser: 200 },
      (client) => client.post(`${ITEMS}/bulk/discount?filter[supplier]=none`, { all: true }),
    ],
    ...(['account', 'sessions'] as const).map(
      (what) =>
        [
          `reads the ${what} of a colleague`,
          { reader: 403, editor: 403, sharer: 403, manager: what === 'account' ? 200 : 403, superuser: 200 },
          (client: ApiClient) => client.get(`${ADMINISTRATORS}/${idOf('editor')}/${what}`),
        ] as const,
    ),
    ...(['password', 'password-link', 'end-sessions', 'reset-second-factor'] as const).map(
      (act) =>
        [
          `${act} of a superuser`,
          { reader: 403, editor: 403, sharer: 403, manager: 403, superuser: 403 },
          (client: ApiClient) =>
            client.post(
              `${ADMINISTRATORS}/${idOf('superuser')}/${act}`,
              act === 'password' ? { password: 'Long enough' } : {},
            ),
        ] as const,
    ),
    [
      'ends a session of a superuser',
      { reader: 403, editor: 403, sharer: 403, manager: 403, superuser: 404 },
      (client) => client.delete(`${ADMINISTRATORS}/${idOf('superuser')}/sessions/none`),
    ],
    ...[
      { is_superuser: true },
      { permissions: ['acme.shop.access_items'] },
      { permissions: ['backend.*'] },
      { role: '2' },
    ].map(
      (values) =>
        [
          `gives themselves ${JSON.stringify(values)}`,
          { reader: 403, editor: 403, sharer: 403, manager: 422, superuser: 200 },
          (client: ApiClient, who: Who | 'guest') =>
            // A superuser may; the one who gets it takes no part in the other rows.
            client.put(`${ADMINISTRATORS}/${who === 'superuser' || who === 'guest' ? spare : idOf(who)}`, values),
        ] as const,
    ),
    ...[{ name: 'y' }, { requires_second_factor: true }, { requires_second_factor: false }, { permissions: [] }].map(
      (values) =>
        [
          `changes a role that holds more: ${JSON.stringify(values)}`,
          { reader: 403, editor: 403, sharer: 403, manager: 422, superuser: 200 },
          (client: ApiClient) => client.put(`${ROLES}/${role}`, values),
        ] as const,
    ),
    ...[{ requires_second_factor: true }, { permissions: ['backend.administrators'] }].map(
      (values) =>
        [
          `changes a role of someone who holds more: ${JSON.stringify(values)}`,
          { reader: 403, editor: 403, sharer: 403, manager: 422, superuser: 200 },
          (client: ApiClient) => client.put(`${ROLES}/${shared}`, values),
        ] as const,
    ),
    [
      'creates a role that holds more',
      { reader: 403, editor: 403, sharer: 403, manager: 422, superuser: 201 },
      (client, who) => client.post(ROLES, { code: `of-${who}`, name: 'x', permissions: ['acme.shop.access_items'] }),
    ],
    ...['password_hash', 'token_version', 'login_key', 'sealed_secret', 'permissions'].map(
      (column) =>
        [
          `reads administrators by ${column}`,
          { reader: 403, editor: 403, sharer: 403, manager: 422, superuser: 422 },
          (client: ApiClient) => client.get(`${ADMINISTRATORS}/export/records?filter[${column}]=x`),
        ] as const,
    ),
    [
      'writes a reserved preference',
      { reader: 422, editor: 422, sharer: 422, manager: 422, superuser: 422 },
      (client) => client.put('/auth/account/preferences/gatehouse.password-link', { value: 'x' }),
    ],
  ];

  for (const [what, statuses, ask] of OPERATIONS) {
    it(`${what}: each role gets what it may do, and no more`, async () => {
      const answers: Record<string, number> = {};
      for (const who of WHO) {
        const { status, body } = await ask(as(who), who);
        answers[who] = status;
        if (who !== 'superuser') expect(body, who).to.not.match(/Supplier-|note-of|\$2b\$/);
      }
      expect(answers).to.deep.equal(statuses);
      expect((await ask(stack.guest, 'guest')).status).to.equal(401);
    });
  }

  it('a shared view says nothing of columns that its reader may not see, and keeps them for others (AD-294)', async () => {
    const query = 'columns=title,supplier&sort=supplier,-title&filter[supplier]=x&filter[active]=1&search=a';
    const id = await viewOf('superuser', query, true);
    const seenBy = async (who: Who) =>
      (expectOk(await as(who).get(VIEWS)).data as { id: string; query: string }[]).find((view) => view.id === id)!;
    expect(new URLSearchParams((await seenBy('reader')).query).toString()).to.equal(
      new URLSearchParams('columns=title&sort=-title&filter[active]=1&search=a').toString(),
    );
    const renamed = expectOk(await as('sharer').put(`${VIEWS}/${id}`, { version: 1, name: 'Renamed' }));
    expect(renamed.body).to.not.contain('supplier');
    expect(new URLSearchParams((await seenBy('superuser')).query).toString()).to.equal(
      new URLSearchParams(query).toString(),
    );
  });

  it('refuses a view whose search or order the list refuses, in the same words (AD-295)', async () => {
    const id = await viewOf('editor', 'search=x', false);
    const words = Array.from({ length: 21 }, (_, index) => index).join('+');
    for (const query of [`search=${'x'.repeat(201)}`, `search=${words}`, 'search=a&search=b', 'sort=title,title']) {
      const ofList = await as('editor').get(`${ITEMS}?${query}`);
      expectInvalid(ofList, query.split('=')[0] ?? '');
      const ofViews = [
        await newView(as('editor'), query),
        await as('editor').put(`${VIEWS}/${id}`, { version: 1, query }),
      ];
      for (const answer of ofViews) {
        expectInvalid(answer, ...Object.keys(ofList.fields));
        expect(answer.fields, query).to.deep.equal(ofList.fields);
      }
    }
    // As long as a list accepts, and white space around it is not counted.
    expectOk(await as('editor').put(`${VIEWS}/${id}`, { version: 1, query: `search=+${'x'.repeat(200)}+` }));
    expectOk(await as('editor').delete(`${VIEWS}/${id}`));
  });

  it('a shared view that is deleted or taken back while others use it is gone, and says so (AD-297)', async () => {
    const id = await viewOf('superuser', 'search=x', true);
    expectOk(await as('superuser').delete(`${VIEWS}/${id}`));
    expectRefused(await as('sharer').put(`${VIEWS}/${id}`, { version: 1, name: 'x' }), 404, 'not_found');
    expectRefused(await as('sharer').delete(`${VIEWS}/${id}`), 404, 'not_found');
  });

  it('takes any name that people read, and refuses half characters, control characters and 10,000 of them (AD-295)', async () => {
    for (const name of [
      'Übung',
      '\u{1F469}\u200D\u{1F680}',
      '\u{1F600}'.repeat(100),
      'עברית \u202Emixed',
      '  spaced  ',
    ]) {
      const { data } = expectOk(await as('editor').post(VIEWS, { name, query: '' }), 201);
      expect((data as { name: string }).name).to.equal(name.trim());
      expectOk(await as('editor').delete(`${VIEWS}/${(data as { id: string }).id}`));
    }
    for (const name of [
      '',
      ' ',
      '\u200B\u00AD',
      'a\0b',
      'a\nb',
      '\uD800',
      'x'.repeat(10_000),
      '\u{1F600}'.repeat(101),
      7,
    ]) {
      expectInvalid(await as('editor').post(VIEWS, { name, query: '' }), 'name');
    }
    for (const query of ['a\0', '\uD800', `search=${'x'.repeat(4096)}`, 'page=2', 'filter[__proto__]=1', 7, null]) {
      expectInvalid(await as('editor').post(VIEWS, { name: 'x', query }), 'query');
    }
  });

  it('names a record with a long, odd text in the answer of a bulk action, and does not lose the answer (AD-271)', async () => {
    stack.decisions.action = () => {
      throw new Error('a bug');
    };
    for (const title of ['\u{1F600}'.repeat(300), 'a\nb\u202Ec', `${'x'.repeat(199)}\u{1F600}\u{1F600}`]) {
      await stack.sql(`update shop_items set title = '${title}' where id = 1`);
      const { data } = expectOk(await as('superuser').post(`${ITEMS}/bulk/discount`, { ids: ['1'] }));
      expect(data.unchanged).to.deep.equal([
        { id: '1', label: [...title].slice(0, 200).join(''), reason: 'failed', message: '' },
      ]);
    }
  });

  it('a colleague with 200 documents can still be sent a link to choose a password (AD-333)', async () => {
    const client = as('reader');
    for (let n = 0; n < 200; n += 1)
      expectOk(await client.put(`/auth/account/preferences/k${String(n)}`, { value: n }));
    expectInvalid(await client.put('/auth/account/preferences/more', { value: 1 }), 'key');
    expectOk(await as('superuser').post(`${ADMINISTRATORS}/${idOf('reader')}/password-link`, {}), 201);
    expectInvalid(await client.put('/auth/account/preferences/more', { value: 1 }), 'key');
    expectOk(await client.put('/auth/account/preferences/k1', { value: null }));
    expectOk(await client.put('/auth/account/preferences/more', { value: 1 }));
  });
});
