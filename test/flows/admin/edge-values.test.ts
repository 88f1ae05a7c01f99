import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectOk } from '../../support/admin/expect.js';
import { onBothEngines, startAdminStack, type AdminStack } from '../../support/admin-stack.js';
import { detail } from '../../support/every-test.js';

const ITEMS = '/acme/shop/items';

/** Numbers, days and texts at the edges of what columns, JSON and databases can hold, and beside them. */
const VALUES = [
  ...['0', '-0', '-1', '1.5', '1e3', '1e400', '0x10', 'NaN', 'Infinity', '٣', '²', '--5'],
  ...['9007199254740992', '-9007199254740993', '9223372036854775807', '-9223372036854775808', '9223372036854775808'],
  ...['1'.repeat(400), `${'9'.repeat(400)}.5`, `0.${'1'.repeat(400)}`, '5e-324'],
  ...['2026-02-30', '0000-01-01', '0001-01-01', '9999-12-31', '10000-01-01', '0001-01-01T00:00:00.000Z'],
  ...['9999-12-31T23:59:59.999Z', '2026-12-31T23:59:60Z', '2026-01-01T00:00:00+99:00'],
  ...['', ' ', 'İ', 'ß', '\u200b', 'a\0b', '%', '\\', "'", '..', '__proto__', 'constructor'],
];

/** Every filter of the list, with each part of a range. */
const FILTERS = [
  ...['active', 'cheap', 'status', 'category_id][', 'quantity', 'title', 'supplier', 'partner_id][', 'released_on'],
  ...['stock][min', 'stock][max', 'published_at][after', 'published_at][before', 'released_on][after'],
].map((name) => `filter[${name}]`);

const FIELDS = [
  ...['title', 'slug', 'quantity', 'serial', 'price', 'weight', 'active', 'status', 'released_on', 'published_at'],
  ...['layout', 'secret', 'category', 'tags', 'supplier', 'partner', '_version'],
];

onBothEngines('values at the edges of their types', (database) => {
  let stack: AdminStack;
  let client: ApiClient;
  before(async () => {
    stack = await startAdminStack({ shared: true, database });
    client = await stack.signIn('superuser');
  });
  after(() => stack.stop());

  /** The answers that are neither a success nor a refusal of the request. */
  const faults = (answers: readonly (readonly [what: string, ApiAnswer])[]) =>
    answers.flatMap(([what, { status }]) =>
      status === 200 || status === 404 || status === 422 ? [] : [[what, status]],
    );

  it('are found or refused by every filter, and are never an error of the server (AD-643)', async () => {
    for (const value of VALUES) {
      const ask = async (filter: string) =>
        [filter, await client.get(`${ITEMS}?${filter}=${encodeURIComponent(value)}`)] as const;
      expect(faults(await Promise.all(FILTERS.map(ask))), value.slice(0, 40)).to.deep.equal([]);
    }
    const most = await client.get(`${ITEMS}?filter[stock][max]=9223372036854775807&per_page=200`);
    const all = await client.get(`${ITEMS}?per_page=200`);
    expect(expectOk(most).data).to.deep.equal(expectOk(all).data);
    expect(expectOk(await client.get(`${ITEMS}?filter[quantity]=9007199254740993`)).data).to.deep.equal([]);
  });

  detail('are stored or refused by every field, and are never an error of the server (AD-81)', async () => {
    for (const value of VALUES) {
      for (const field of FIELDS) {
        for (const given of [value, [value], value === '' ? null : Number(value)]) {
          const answer = await client.put(`${ITEMS}/1`, { [field]: given });
          const accepted = answer.status === 409 && field === '_version' ? [] : faults([[field, answer]]);
          expect(accepted, JSON.stringify(given).slice(0, 40)).to.deep.equal([]);
        }
      }
    }
  });
});
