import { expect } from 'chai';
import { Agent } from 'node:http';
import type { ApiClient } from '../../support/admin/client.js';
import { expectOk } from '../../support/admin/expect.js';
import { startAdminStack, type AdminStack } from '../../support/admin-stack.js';
import { Dice } from '../../support/dice.js';
import { EVERY_TEST, usual } from '../../support/every-test.js';
import { send, type Answer } from '../../support/http-client.js';
import { encoded, mutated, type RawRequest } from '../../support/mutations.js';

/**
 * For a longer run: HOSTILE_SEED=$RANDOM HOSTILE_ROUNDS=100000 npx mocha dist/test/flows/admin/hostile-input.test.js
 */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_122);
const ROUNDS = Number(process.env['HOSTILE_ROUNDS'] ?? (EVERY_TEST ? 2000 : 1000));
const API = '/backend/api/v1';
const ITEMS = '/acme/shop/items';

type Pairs = RawRequest['pairs'];
const LIST: Pairs = [
  ['page', '1'],
  ['per_page', '5'],
  ['search', 'a b'],
  ['sort', '-title,category'],
  ['filter[active]', '1'],
  ['filter[category_id][]', '1'],
  ['filter[category_id][]', '2'],
  ['filter[stock][min]', '1'],
  ['filter[stock][max]', '10'],
  ['filter[published_at][after]', '2026-01-01'],
  ['filter[released_on]', '2026-01-01'],
  ['filter[title]', 'a'],
];
const CHOICES: Pairs = [
  ['search', 'b'],
  ['page', '1'],
  ['per_page', '10'],
  ['ids[]', '1'],
];
const RECORD: Pairs = [
  ['title', 'Made'],
  ['quantity', '3'],
  ['serial', '9007199254740993'],
  ['price', '9.75'],
  ['weight', '2.5'],
  ['status', 'draft'],
  ['released_on', '2026-01-01'],
  ['published_at', '2026-01-01T10:00:00Z'],
  ['layout', 'wide'],
  ['secret', 'x'],
  ['category', '1'],
  ['tags', '1'],
];
const VALID: readonly (readonly [method: string, path: string, encoding: 'query' | 'json', pairs: Pairs])[] = [
  ['GET', ITEMS, 'query', LIST],
  ['GET', `${ITEMS}/1`, 'query', [['context', 'preview']]],
  ['GET', `${ITEMS}/fields/category/options`, 'query', CHOICES],
  ['GET', `${ITEMS}/fields/layout/options`, 'query', [...CHOICES, ['form[title]', 'x']]],
  ['GET', `${ITEMS}/filters/category_id/options`, 'query', CHOICES],
  ['GET', `${ITEMS}/1/relations/tags`, 'query', LIST.slice(0, 3)],
  ['GET', `${ITEMS}/1/relations/tags/candidates`, 'query', CHOICES],
  ['GET', `${ITEMS}/partials/history`, 'query', [['id', '1']]],
  ['POST', ITEMS, 'json', RECORD],
  ['PUT', `${ITEMS}/1`, 'json', [...RECORD, ['_version', '1']]],
  ['DELETE', `${ITEMS}/5`, 'query', []],
  ['POST', `${ITEMS}/bulk-delete`, 'json', [['ids', '4']]],
  ['POST', `${ITEMS}/1/relations/tags/link`, 'json', [['ids', '2']]],
  ['POST', `${ITEMS}/1/relations/notes/unlink`, 'json', [['ids', '2']]],
  [
    'POST',
    `${ITEMS}/widgets/measure`,
    'json',
    [
      ['record_id', '1'],
      ['quantity', '3'],
      ['slug', 'x'],
    ],
  ],
  ['POST', `${ITEMS}/toolbar/restock`, 'json', []],
  [
    'PUT',
    '/settings/acme-shop',
    'json',
    [
      ['shop_name', 'Shop'],
      ['page_size', '20'],
      ['_version', '1'],
    ],
  ],
  [
    'POST',
    '/auth/login',
    'json',
    [
      ['login', 'editor'],
      ['password', 'wrong'],
    ],
  ],
  ['GET', `${ITEMS}/schema/relation/tags`, 'query', []],
];

for (const [engine, database] of usual([
  ['uws', 'postgres'],
  ['node', 'sqlite'],
] as const)) {
  describe(`hostile input to the admin API, engine ${engine}, host on ${database}`, function () {
    this.timeout(600_000 + ROUNDS * 300);
    let stack: AdminStack;
    let editor: ApiClient;
    before(async () => {
      stack = await startAdminStack({
        engine,
        database,
        config: { 'admin.login.max_attempts': '1000', 'http.body_timeout': '1s' },
      });
      editor = await stack.signIn('editor');
    });
    after(() => stack.stop());

    it(`${ROUNDS} mutations of valid requests: no 5xx, no crash, no echo into a header, nothing hidden (seed ${SEED}) (AD-193)`, async () => {
      const dice = new Dice(SEED);
      const agent = new Agent({ keepAlive: true, maxSockets: 8 });
      const failures: string[] = [];
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < ROUNDS) {
          const round = next++;
          const [method, path, encoding, pairs] = dice.pick(VALID);
          const request = mutated({ method, path: API + path, encoding, pairs, headers: {} }, dice);
          const { target, body } = encoded(request, dice);
          const type = body === undefined ? { 'content-length': '0' } : { 'content-type': 'application/json' };
          const answer = await send(stack.backend, {
            method: request.method,
            target,
            agent,
            headers: { ...type, ...editor.headers, ...request.headers },
            ...(body === undefined || ['GET', 'HEAD'].includes(request.method) ? {} : { body }),
          });
          const problem = problemOf(answer);
          if (problem !== '') failures.push(`round ${round}: ${request.method} ${target} ${String(body)}: ${problem}`);
        }
      };
      await Promise.all(Array.from({ length: 8 }, work));
      agent.destroy();
      expect(failures.slice(0, 5)).to.deep.equal([]);
      expectOk(await editor.get(ITEMS));
      expect(await stack.sql(`select title, version from shop_items where id = 7`)).to.deep.equal([
        { title: 'Ghost', version: 1 },
      ]);
    });
  });
}

function problemOf({ status, headers, body, json }: Answer): string {
  if (status >= 500 || status < 200) return `answers ${status}: ${body.slice(0, 200)}`;
  if ('x-injected' in headers) return 'a header was injected';
  if (/Supplier-|note-of-|Ghost|centre-\d/.test(body)) return `reveals hidden data: ${body}`;
  if (headers['content-type']?.startsWith('application/json') !== true || body === '') return '';
  return json()['success'] === status < 300 ? '' : `is not an envelope: ${body}`;
}
