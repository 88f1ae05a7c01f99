import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { PASSWORD, startAdminStack, type AdminStack, type Who, usuallyOn } from '../../support/admin-stack.js';

/** The expected result in a column of the table: a success with and without these texts, or an error. */
type Expected =
  | 'ok'
  | 'forbidden'
  | 'not_found'
  | { readonly has?: readonly string[]; readonly hasNot?: readonly string[] };

interface Scenario {
  /** "GET /navigation", as docs/admin/api.md writes it. */
  readonly route: string;
  readonly body?: unknown;
  readonly status?: 201;
  readonly reader: Expected;
  readonly editor: Expected;
  readonly superuser: Expected;
}

const ITEMS = '/acme/shop/items';
const CATEGORIES = '/acme/shop/categories';
/** Names and values that administrators without acme.shop.see_costs must never see. */
const COSTS = [
  'supplier',
  'Supplier-',
  'partner',
  'note-of-',
  'internal_note',
  'margin',
  'purge',
  'cost_centre',
  'centre-1',
  'audits',
];
const everybody = (expected: Expected) => ({ reader: expected, editor: expected, superuser: expected });
const filtered = (has: readonly string[], more: readonly string[] = []) => {
  const limited = { has, hasNot: [...COSTS, 'Ghost'] };
  return { reader: { has, hasNot: [...limited.hasNot, ...more] }, editor: limited, superuser: { has } };
};
const changing = { reader: 'forbidden', editor: 'ok', superuser: 'ok' } as const;
/** For a relation manager that is only on the update form, which a reader does not have. */
const managing = (expected: Record<Who, Expected>) => ({ ...expected, reader: 'not_found' as const });
const foreign = { reader: 'forbidden', editor: 'forbidden', superuser: 'ok' } as const;

const SCENARIOS: readonly Scenario[] = [
  {
    route: 'GET /auth/me',
    reader: { has: ['"login":"reader"'] },
    editor: { has: ['"login":"editor"'] },
    superuser: { has: ['"superuser":true'] },
  },
  {
    route: 'GET /navigation',
    reader: { has: ['/acme/shop/items'], hasNot: [CATEGORIES] },
    editor: { has: ['/acme/shop/items'], hasNot: [CATEGORIES] },
    superuser: { has: ['/acme/shop/items', CATEGORIES] },
  },
  {
    route: 'GET /settings',
    reader: { hasNot: ['acme-shop'] },
    editor: { has: ['acme-shop'] },
    superuser: { has: ['acme-shop'] },
  },
  {
    route: 'GET /settings/acme-shop/schema',
    reader: 'forbidden',
    editor: { has: ['shop_name'], hasNot: ['margin'] },
    superuser: { has: ['shop_name', 'margin'] },
  },
  {
    route: 'GET /settings/acme-shop',
    reader: 'forbidden',
    editor: { has: ['"shop_name":"Shop"', '_version'], hasNot: ['margin'] },
    superuser: { has: ['"margin":5'] },
  },
  {
    route: 'PUT /settings/acme-shop',
    body: { shop_name: 'Shop' },
    reader: 'forbidden',
    editor: { hasNot: ['margin'] },
    superuser: 'ok',
  },
  {
    route: `GET ${ITEMS}/schema/list`,
    ...filtered(['"name":"title"', '"showSorting":true', '/backend/assets/acme/shop/js/widgets.js?v=']),
  },
  {
    route: `GET ${ITEMS}/schema/form`,
    ...filtered(['"name":"title"', 'acme-shop-measure'], []),
    // A reader has only the preview form: parts of other forms are not listed.
    reader: {
      has: ['"name":"title"'],
      hasNot: ['acme-shop-measure', 'acme-shop-suggest', 'supplier', 'margin', 'purge'],
    },
  },
  { route: `GET ${ITEMS}/schema/relation/tags`, ...managing(filtered(['"name":"tags"'])) },
  {
    route: `GET ${ITEMS}/schema/relation/notes`,
    reader: { has: ['"canLink":false', '"canUnlink":false'] },
    editor: { has: ['"canLink":true', '"canUnlink":true'] },
    superuser: { has: ['"canLink":true'] },
  },
  { route: `GET ${ITEMS}/schema/relation/audits`, reader: 'not_found', editor: 'not_found', superuser: 'ok' },
  { route: `GET ${ITEMS}`, ...filtered(['Atlas', '"total":']) },
  {
    route: `GET ${ITEMS}?per_page=100`,
    reader: { hasNot: ['Ghost'] },
    editor: { hasNot: ['Ghost'] },
    superuser: { has: ['Ghost'] },
  },
  { route: `POST ${ITEMS}`, body: { title: 'New' }, status: 201, ...changing },
  {
    route: `GET ${ITEMS}/1`,
    reader: { has: ['Atlas'], hasNot: [...COSTS, 'kept-secret'] },
    editor: { has: ['Atlas'], hasNot: [...COSTS, 'kept-secret'] },
    superuser: { has: ['Supplier-A', 'note-of-music'], hasNot: ['kept-secret'] },
  },
  { route: `GET ${ITEMS}/7`, reader: 'not_found', editor: 'not_found', superuser: { has: ['Ghost'] } },
  { route: `GET ${ITEMS}/999`, ...everybody('not_found') },
  {
    route: `PUT ${ITEMS}/1`,
    body: { quantity: 3 },
    reader: 'forbidden',
    editor: { has: ['Atlas'], hasNot: COSTS },
    superuser: 'ok',
  },
  { route: `PUT ${ITEMS}/7`, body: { quantity: 3 }, reader: 'forbidden', editor: 'not_found', superuser: 'ok' },
  { route: `DELETE ${ITEMS}/7`, reader: 'forbidden', editor: 'not_found', superuser: 'ok' },
  { route: `DELETE ${ITEMS}/4`, ...changing },
  { route: `POST ${ITEMS}/bulk-delete`, body: { ids: ['4', '5'] }, ...changing },
  {
    route: `POST ${ITEMS}/widgets/measure`,
    body: { record_id: '1' },
    reader: 'forbidden',
    editor: { has: ['"message":"Done."'] },
    superuser: 'ok',
  },
  { route: `POST ${ITEMS}/widgets/suggest`, body: {}, ...changing },
  {
    route: `POST ${ITEMS}/widgets/cost_tool`,
    body: { record_id: '1' },
    reader: 'forbidden',
    editor: 'not_found',
    superuser: 'ok',
  },
  { route: `POST ${ITEMS}/toolbar/restock`, body: {}, ...everybody({ has: ['"message":"Done."', '"fill":{}'] }) },
  { route: `POST ${ITEMS}/toolbar/purge`, body: {}, ...foreign },
  { route: `GET ${ITEMS}/partials/stats`, ...everybody({ has: ['In stock'] }) },
  { route: `GET ${ITEMS}/partials/history`, ...everybody({ has: ['No item'] }), reader: 'not_found' },
  { route: `GET ${ITEMS}/partials/history?id=1`, ...everybody({ has: ['Item 1'] }) },
  {
    route: `GET ${ITEMS}/partials/history?id=7`,
    reader: 'not_found',
    editor: 'not_found',
    superuser: { has: ['Item 7'] },
  },
  { route: `GET ${ITEMS}/partials/margin`, reader: 'not_found', editor: 'not_found', superuser: { has: ['Margin 1'] } },
  { route: `GET ${ITEMS}/fields/category/options`, ...everybody({ has: ['Books'], hasNot: ['Archive'] }) },
  { route: `GET ${ITEMS}/fields/layout/options`, ...everybody({ has: ['Wide'] }) },
  {
    route: `GET ${ITEMS}/fields/partner/options`,
    reader: 'not_found',
    editor: 'not_found',
    superuser: { has: ['note-of-books'], hasNot: ['note-of-archive'] },
  },
  { route: `GET ${ITEMS}/filters/category_id/options`, ...everybody({ has: ['Books'], hasNot: ['Archive'] }) },
  {
    route: `GET ${ITEMS}/filters/partner_id/options`,
    reader: 'not_found',
    editor: 'not_found',
    superuser: { has: ['note-of-books'] },
  },
  { route: `GET ${ITEMS}/1/relations/notes`, ...everybody({ has: ['first', 'second'], hasNot: ['loose'] }) },
  { route: `GET ${ITEMS}/1/relations/tags`, ...managing(filtered(['"name":"new"', '"name":"rare"'], ['gone'])) },
  { route: `GET ${ITEMS}/7/relations/notes`, reader: 'not_found', editor: 'not_found', superuser: 'ok' },
  { route: `GET ${ITEMS}/7/relations/tags`, reader: 'not_found', editor: 'not_found', superuser: 'ok' },
  { route: `GET ${ITEMS}/1/relations/audits`, reader: 'not_found', editor: 'not_found', superuser: { has: ['first'] } },
  { route: `GET ${ITEMS}/2/relations/tags/candidates`, ...managing(filtered(['"name":"new"'], ['gone', 'rare'])) },
  { route: `GET ${ITEMS}/7/relations/tags/candidates`, reader: 'not_found', editor: 'not_found', superuser: 'ok' },
  {
    route: `GET ${ITEMS}/1/relations/notes/candidates`,
    reader: 'forbidden',
    editor: { has: ['loose'], hasNot: ['first'] },
    superuser: { has: ['loose'], hasNot: ['first'] },
  },
  {
    route: `GET ${ITEMS}/1/relations/audits/candidates`,
    reader: 'not_found',
    editor: 'not_found',
    superuser: 'forbidden',
  },
  { route: `POST ${ITEMS}/2/relations/tags/link`, body: { ids: ['1'] }, ...managing(changing) },
  { route: `POST ${ITEMS}/2/relations/tags/unlink`, body: { ids: ['2'] }, ...managing(changing) },
  { route: `POST ${ITEMS}/2/relations/notes/link`, body: { ids: ['3'] }, ...changing },
  { route: `POST ${ITEMS}/1/relations/notes/unlink`, body: { ids: ['1'] }, ...changing },
  {
    route: `POST ${ITEMS}/7/relations/notes/link`,
    body: { ids: ['3'] },
    reader: 'forbidden',
    editor: 'not_found',
    superuser: 'ok',
  },
  {
    route: `POST ${ITEMS}/1/relations/audits/link`,
    body: { ids: ['3'] },
    reader: 'not_found',
    editor: 'not_found',
    superuser: 'forbidden',
  },
  {
    route: `GET ${CATEGORIES}`,
    reader: 'forbidden',
    editor: 'forbidden',
    superuser: { has: ['Books'], hasNot: ['Archive'] },
  },
  { route: `GET ${CATEGORIES}/1`, ...foreign },
  { route: `GET ${CATEGORIES}/3`, reader: 'forbidden', editor: 'forbidden', superuser: 'not_found' },
  { route: `GET ${CATEGORIES}/schema/list`, ...foreign },
  { route: `GET ${CATEGORIES}/schema/form`, ...foreign },
  { route: `PUT ${CATEGORIES}/1`, body: { name: 'Books' }, ...foreign },
];

const TABLES = ['shop_items', 'shop_item_tag', 'shop_notes', 'shop_categories', 'backend_settings'];

usuallyOn('postgres', 'every endpoint of the JSON API for every kind of caller (AD-43)', (database) => {
  let stack: AdminStack;
  const clients = new Map<Who, ApiClient>();
  let cookie = '';
  before(async () => {
    stack = await startAdminStack({ shared: true, database });
    for (const who of ['reader', 'editor', 'superuser'] as const) clients.set(who, await stack.signIn(who));
    const spa = stack.guest.with({ 'x-requested-with': 'XMLHttpRequest' });
    const answer = await spa.post('/auth/login', { login: 'superuser', password: PASSWORD });
    cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    for (const table of TABLES) await stack.sql(`create table kept_${table} as select * from ${table}`);
  });
  after(() => stack.stop());
  afterEach(async () => {
    for (const table of TABLES) {
      await stack.sql(`delete from ${table}`);
      await stack.sql(`insert into ${table} select * from kept_${table}`);
    }
  });

  for (const { route, body, status, ...expected } of SCENARIOS) {
    const [method = '', path = ''] = route.split(' ');
    describe(route, () => {
      it('guest: returns 401', async () => {
        const answer = await stack.guest.request(method, path, body);
        expectRefused(answer, 401, 'unauthenticated');
      });

      it(`cookie without the header: ${method === 'GET' ? 'same as with it' : '403'}`, async () => {
        const answer = await stack.guest.with({ cookie }).request(method, path, body);
        if (method !== 'GET') expectRefused(answer, 403, 'csrf_header_required');
        else expectAnswer(answer, expected.superuser, status);
      });

      for (const who of ['reader', 'editor', 'superuser'] as const) {
        it(`${who}: ${JSON.stringify(expected[who])} (AD-43)`, async () => {
          expectAnswer(await clients.get(who)!.request(method, path, body), expected[who], status);
        });
      }
    });
  }

  it('GET /lang is public and in the requested language (AD-117)', async () => {
    const [english, german] = [
      await stack.guest.get('/lang'),
      await stack.guest.with({ 'accept-language': 'de-AT, en;q=0.5' }).get('/lang'),
    ];
    expect(expectOk(english).data).to.include({ locale: 'en' });
    expect(expectOk(german).data).to.include({ locale: 'de' });
    expect(german.data.phrases).not.to.deep.equal(english.data.phrases);
  });

  it("schemas and errors are in the requested language, or in the administrator's own (AD-30)", async () => {
    const german = clients.get('reader')!.with({ 'accept-language': 'de' });
    expect((await german.get(`${ITEMS}/schema/list`)).data.title).to.equal('Artikel');
    expect((await clients.get('reader')!.get(`${ITEMS}/schema/list`)).data.title).to.equal('Items');
    const messages = [german, clients.get('reader')!].map(async (client) => (await client.get(`${ITEMS}/999`)).json());
    const [one, other] = (await Promise.all(messages)) as { error: { message: string } }[];
    expect(one?.error.message).not.to.equal(other?.error.message);
    await stack.sql(`update backend_users set locale = 'de' where login = 'reader'`);
    expect((await clients.get('reader')!.get(`${ITEMS}/schema/list`)).data.title).to.equal('Artikel');
    await stack.sql(`update backend_users set locale = '' where login = 'reader'`);
  });
});

function expectAnswer(answer: ApiAnswer, expected: Expected, status: 201 | undefined): void {
  if (expected === 'forbidden') {
    expectRefused(answer, 403, 'forbidden');
    return;
  }
  if (expected === 'not_found') {
    expectRefused(answer, 404, 'not_found');
    return;
  }
  expectOk(answer, status ?? 200);
  if (expected === 'ok') return;
  for (const text of expected.has ?? []) expect(answer.body).to.contain(text);
  for (const text of expected.hasNot ?? []) expect(answer.body).not.to.contain(text);
}
