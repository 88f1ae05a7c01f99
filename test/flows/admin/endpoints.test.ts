import { expect } from 'chai';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { ApiClient, RequestHeaders } from '../../support/admin/client.js';
import { expectRefused } from '../../support/admin/expect.js';
import { startAdminStack, type AdminStack } from '../../support/admin-stack.js';
import { usual } from '../../support/every-test.js';
import { send } from '../../support/http-client.js';

const ITEMS = '/acme/shop/items';
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

/** The endpoints of docs/admin/api.md, by path: the methods of each, with a JSON body or without one that it reads. */
const ENDPOINTS: Readonly<Record<string, Partial<Record<(typeof METHODS)[number], 'json' | 'nothing'>>>> = {
  '/auth/login': { POST: 'json' },
  '/auth/refresh': { POST: 'nothing' },
  '/auth/logout': { POST: 'nothing' },
  '/auth/me': { GET: 'nothing' },
  '/lang': { GET: 'nothing' },
  '/navigation': { GET: 'nothing' },
  '/settings': { GET: 'nothing' },
  '/settings/acme-shop/schema': { GET: 'nothing' },
  '/settings/acme-shop': { GET: 'nothing', PUT: 'json' },
  [`${ITEMS}/schema/list`]: { GET: 'nothing' },
  [`${ITEMS}/schema/form`]: { GET: 'nothing' },
  [`${ITEMS}/schema/relation/tags`]: { GET: 'nothing' },
  [ITEMS]: { GET: 'nothing', POST: 'json' },
  [`${ITEMS}/1`]: { GET: 'nothing', PUT: 'json', DELETE: 'nothing' },
  [`${ITEMS}/bulk-delete`]: { POST: 'json' },
  [`${ITEMS}/bulk/discount`]: { POST: 'json' },
  [`${ITEMS}/export/records`]: { GET: 'nothing' },
  [`${ITEMS}/widgets/measure`]: { POST: 'json' },
  [`${ITEMS}/toolbar/restock`]: { POST: 'json' },
  [`${ITEMS}/partials/stats`]: { GET: 'nothing' },
  [`${ITEMS}/fields/category/options`]: { GET: 'nothing' },
  [`${ITEMS}/filters/category_id/options`]: { GET: 'nothing' },
  [`${ITEMS}/1/relations/tags`]: { GET: 'nothing' },
  [`${ITEMS}/1/relations/tags/candidates`]: { GET: 'nothing' },
  [`${ITEMS}/1/relations/tags/link`]: { POST: 'json' },
  [`${ITEMS}/1/relations/tags/unlink`]: { POST: 'json' },
};
const PUBLIC = ['/auth/login', '/auth/refresh', '/lang'];
const NO_JSON = ['', ' ', 'x', '{', '{}x', '[]', 'null', '1', '"x"', "{'a':1}", '{"a":NaN}', '{"ids":1,"ids":2}'];

// The engines pass requests on to the same router (test/conformance/http-engine.test.ts).
for (const engine of usual(['uws', 'node'] as const)) {
  describe(`methods and bodies that no endpoint accepts, engine ${engine} (AD-43, AD-45)`, () => {
    let stack: AdminStack;
    let root: ApiClient;
    before(async () => {
      stack = await startAdminStack({ shared: true, engine });
      root = await stack.signIn('superuser');
    });
    after(() => stack.stop());

    for (const [path, taken] of Object.entries(ENDPOINTS)) {
      const methods = METHODS.filter((method) => taken[method] !== undefined);

      it(`${path} accepts ${methods.join(', ')}; every other method returns 405 with Allow, even to guests`, async () => {
        for (const method of METHODS.filter((one) => !methods.includes(one))) {
          for (const client of [stack.guest, root]) {
            const answer = await client.request(method, path, method === 'GET' ? undefined : {});
            // A GET of one segment below the controller may be a record that does not exist.
            if (method === 'GET' && answer.status !== 405) {
              expect(answer.status, answer.body).to.be.oneOf([401, 404]);
              continue;
            }
            expectRefused(answer, 405, 'method_not_allowed');
            expect(answer.headers.allow?.split(', '))
              .to.include.members([...methods])
              .and.not.include(method);
          }
        }
      });

      for (const method of methods.filter((one) => one !== 'GET' && !PUBLIC.includes(path))) {
        it(`${method} ${path} without a valid token is rejected before its body arrives, whatever its declared length`, async () => {
          const token = (root.headers.authorization ?? '').replace('Bearer ', '');
          const forged = `${token.slice(0, -6)}forged`;
          for (const [headers, status, code] of [
            [{}, 401, 'unauthenticated'],
            [{ authorization: 'Bearer x' }, 401, 'unauthenticated'],
            [{ authorization: `Bearer ${forged}` }, 401, 'unauthenticated'],
            [{ cookie: `backend_token=${token}` }, 403, 'csrf_header_required'],
          ] as const) {
            const answer = await refusedByHead(root.base + path, method, headers);
            expect(answer).to.deep.equal({ status, code });
          }
        });
      }

      for (const method of methods.filter((one) => taken[one] === 'json')) {
        it(`${method} ${path}: returns 400 without a JSON object, 415 for another type, 413 for too much, and 401 to any guest (AD-47)`, async () => {
          for (const body of NO_JSON) {
            expectRefused(await root.request(method, path, body), 400, 'bad_request');
            if (!PUBLIC.includes(path)) {
              expectRefused(await stack.guest.request(method, path, body), 401, 'unauthenticated');
            }
          }
          for (const type of [
            '',
            'text/plain',
            'text/json',
            'application/x-www-form-urlencoded',
            'application/jsonx',
          ]) {
            const typed = root.with({ 'content-type': type });
            expectRefused(await typed.request(method, path, '{}'), 415, 'unsupported_media_type');
          }
          const large = JSON.stringify({ title: 'x'.repeat(3 * 1024 * 1024) });
          expectRefused(await root.request(method, path, large), 413, 'payload_too_large');
        });

        it(`${method} ${path}: returns 400 for bytes that are not UTF-8`, async () => {
          for (const bytes of [
            [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d],
            [0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d],
          ]) {
            const answer = await send(`${root.base}${path}`, {
              method,
              headers: { ...root.headers, 'content-type': 'application/json' },
              body: Buffer.from(bytes),
            });
            expect(answer.status, answer.body).to.equal(400);
          }
        });
      }

      if (taken.GET !== undefined) {
        it(`HEAD ${path} is GET without a body`, async () => {
          for (const client of [stack.guest, root]) {
            const [got, head] = [await client.get(path), await client.request('HEAD', path)];
            expect([head.status, head.body]).to.deep.equal([got.status, '']);
            expect(head.headers['content-type']).to.equal(got.headers['content-type']);
          }
        });
      }
    }
  });
}

/**
 * The answer to a head that declares 100 MB, without sending any of it. Resolves when the daemon has closed the
 * connection.
 */
async function refusedByHead(url: string, method: string, given: RequestHeaders) {
  const headers = { ...given, 'content-type': 'application/json', 'content-length': '100000000' };
  const sent = request(url, { method, headers, agent: new Agent({ keepAlive: true }) }).on('error', () => undefined);
  const closed = once(sent, 'close');
  sent.flushHeaders();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  await closed;
  const { error } = JSON.parse(body) as { readonly error: { readonly code: string } };
  return { status: response.statusCode, code: error.code };
}
