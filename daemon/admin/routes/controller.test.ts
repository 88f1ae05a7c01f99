import { expect } from 'chai';
import { IncomingRequest } from '../../http/request.js';
import { parsePathPattern } from '../../http/router.js';
import { LocalisedViews } from '../../i18n/phrase-book.js';
import { AdminError } from '../api/errors.js';
import type { AdminRecord } from '../model/record.js';
import type { Ports } from '../ports/ports.js';
import { askingWith, SUPERUSER } from '../testing/asking.js';
import { dataOf } from '../testing/data-of.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { controllerEndpoints } from './controller.js';
import type { AdminRequest, Outcome } from './endpoint.js';

const { schema, phrases } = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
toolbar: { buttons: [create, publish] }`,
    [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
preview: { form: { fields: { slug: {} } } }`,
    [`${CONTROLLER}/config_relation.yaml`]: 'comments: { view: { list: { columns: { body: Comment } } } }',
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Title }
  comments: { type: relationmanager, permissions: acme.blog.moderate }`,
  }),
);
const POSTS = schema.controllers.get('acme.blog.posts')!;

const nothing = (): void => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Serves every method of every port with these answers, and records the calls. */
function served(answers: Readonly<Record<string, unknown>> = {}, idInPath = '9') {
  const calls: (readonly [method: string, ...args: unknown[]])[] = [];
  const port = new Proxy(
    {},
    {
      get:
        (_target, method: string) =>
        (...args: unknown[]) => {
          calls.push([method, ...args]);
          return Promise.resolve(answers[method]);
        },
    },
  );
  const ports = new Proxy({}, { get: () => port }) as Ports;
  const endpoints = controllerEndpoints(POSTS, ports, new LocalisedViews(phrases), () => [], SILENT, phrases);

  async function ask(method: string, below: string, body?: unknown, asking = SUPERUSER, query = '') {
    const endpoint = endpoints.find((one) => one.method === method && one.path === `/acme/blog/posts${below}`);
    if (endpoint === undefined) throw new Error(`no endpoint ${method} ${below}`);
    const http = new IncomingRequest(method, '', query, new Map([['content-type', 'application/json']]), '127.0.0.1');
    if (body !== undefined) http.body = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const parameters = new Map([
      ['id', idInPath],
      ['name', 'publish'],
    ]);
    const { caller, permissions, call } = asking;
    const administrator = { ...caller.principal, email: '', displayName: '', role: '', locale: '', tokenVersion: 0 };
    const request: AdminRequest = { http, call, parameters, locale: 'en', permissions, administrator, claims: CLAIMS };
    const answer = await endpoint.handle(request);
    return answer instanceof AdminError ? answer.code : answer;
  }
  return { calls, endpoints, ask };
}

const CLAIMS = { sub: '7', jti: 'j', iat: 0, exp: 1, oat: 0, tv: 0 };
const RECORD: AdminRecord = { id: '9', cells: [{ kind: 'string', value: 'T' }], relations: [] };

describe('admin: controller (AD-43)', () => {
  const { endpoints } = served();

  it('has exactly the endpoints in docs/admin/api.md (AD-43)', () => {
    expect(endpoints.map(({ method, path }) => `${method} ${path.replace('/acme/blog/posts', '')}`)).to.have.members([
      'GET /schema/list',
      'GET /schema/form',
      'GET /schema/relation/comments',
      'GET ',
      'POST ',
      'GET /:id',
      'PUT /:id',
      'DELETE /:id',
      'POST /bulk-delete',
      'POST /bulk/:name',
      'GET /export/records',
      'POST /widgets/:name',
      'POST /toolbar/:name',
      'GET /partials/:name',
      'GET /fields/:name/options',
      'GET /filters/:name/options',
      'GET /:id/relations/comments',
      'GET /:id/relations/comments/candidates',
      'POST /:id/relations/comments/link',
      'POST /:id/relations/comments/unlink',
    ]);
    for (const { path } of endpoints) expect(() => parsePathPattern(path)).not.to.throw();
  });

  it("requires sign-in and the controller's permissions for each endpoint (AD-130)", () => {
    for (const { name, access, permissions } of endpoints) {
      expect([access, permissions], name).to.deep.equal(['authenticated', ['acme.blog.access_posts']]);
    }
  });

  it('accepts no body on endpoints that read', () => {
    for (const { method, maxBodyBytes, name } of endpoints) {
      expect(maxBodyBytes === 0, name).to.equal(method === 'GET');
    }
  });

  it('returns 201 for a creation and 200 otherwise, always with data (AD-44)', async () => {
    const { ask } = served({
      create: { outcome: 'written', record: RECORD },
      update: { outcome: 'written', record: RECORD },
      get: RECORD,
      delete: { outcome: 'deleted' },
      run: { outcome: 'done', message: 'Done.', fill: [] },
      link: { outcome: 'changed', count: 1 },
      listRows: { records: [{ id: '9' }], hasMore: false, total: 1 },
    });
    expect(await ask('POST', '', { title: 'T' })).to.deep.include({ status: 201 });
    for (const [method, below, body] of [
      ['GET', ''],
      ['GET', '/:id'],
      ['PUT', '/:id', { title: 'T' }],
      ['DELETE', '/:id'],
      ['POST', '/bulk-delete', { ids: ['9'] }],
      ['POST', '/toolbar/:name', {}],
      ['POST', '/:id/relations/comments/link', { ids: ['1'] }],
      ['GET', '/schema/list'],
      ['GET', '/schema/form'],
    ] as const) {
      const answer = await ask(method, below, body);
      expect(dataOf(answer as Outcome), `${method} ${below}`).not.to.equal(undefined);
      expect(answer).not.to.have.property('status');
    }
  });

  // Comments cannot be unlinked, because each needs its post. Unlink has the same handler as link.
  const aboutOne = endpoints.filter(({ path }) => path.includes(':id') && !path.endsWith('/unlink'));
  for (const { method, path } of aboutOne) {
    const below = path.replace('/acme/blog/posts', '');
    it(`${method} ${below} reaches records whose ids need escaping in a path (docs/admin/api.md, Endpoints)`, async () => {
      for (const [segment, id] of [
        ['~.', '.'],
        ['~..', '..'],
        ['~~..', '~..'],
        ['a/b', 'a/b'],
      ] as const) {
        const { calls, ask } = served({}, segment);
        // Other tests check the answer. By then the endpoint has called the host.
        await ask(method, below, method === 'GET' ? undefined : { title: 'T', ids: ['1'] }).catch(() => undefined);
        const asked = calls.flat().flatMap((one) => (Array.isArray(one) ? (one as unknown[]) : [one]));
        const named = asked.flatMap((one) =>
          typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : [one],
        );
        expect(named, segment).to.include(id);
      }
    });
  }

  it('deletes a single record within the form scope, and several within the list scope', async () => {
    const { calls, ask } = served({ delete: { outcome: 'deleted' } });
    await ask('DELETE', '/:id');
    expect(await ask('POST', '/bulk-delete', { ids: ['1', '2'] })).to.deep.equal({ data: { deleted: 2 } });
    expect(calls.map(([, , ids, scope]) => [ids, scope])).to.deep.equal([
      [['9'], 'form'],
      [['1', '2'], 'list'],
    ]);
  });

  it('shows the preview form only on request', async () => {
    const { ask } = served({ get: RECORD });
    expect(await ask('GET', '/:id')).to.have.nested.property('data.title');
    expect(await ask('GET', '/:id', undefined, SUPERUSER, 'context=preview')).to.have.nested.property('data.slug');
    expect(await ask('GET', '/:id', undefined, SUPERUSER, 'context=update')).to.have.nested.property('data.title');
  });

  for (const query of [
    'context=create',
    'context=',
    'context=preview&context=update',
    'context=preview&x=1',
    'contxt=preview',
  ]) {
    it(`rejects ?${query} instead of showing another form than the one meant (AD-68)`, async () => {
      const answer = await served({ get: RECORD }).ask('GET', '/:id', undefined, SUPERUSER, query);
      expect(answer).to.equal('validation_failed');
    });
  }

  for (const [method, below] of [
    ['POST', ''],
    ['PUT', '/:id'],
    ['POST', '/bulk-delete'],
    ['POST', '/toolbar/:name'],
    ['POST', '/widgets/:name'],
    ['POST', '/:id/relations/comments/link'],
    ['POST', '/:id/relations/comments/unlink'],
  ] as const) {
    it(`${method} ${below} returns 400 for a body that is not a JSON object, without a call to the host`, async () => {
      const { calls, ask } = served();
      for (const body of ['', '[]', 'null', '{"a":1,"a":2}', '{']) {
        expect(await ask(method, below, body), body).to.equal('bad_request');
      }
      expect(calls).to.deep.equal([]);
    });
  }

  for (const below of [
    '',
    '/fields/:name/options',
    '/filters/:name/options',
    '/partials/:name',
    '/:id/relations/comments',
  ]) {
    it(`GET ${below} returns 400 for an invalidly encoded query`, async () => {
      const { calls, ask } = served();
      expect(await ask('GET', below, undefined, SUPERUSER, 'page=%zz')).to.equal('bad_request');
      expect(calls).to.deep.equal([]);
    });
  }

  it('returns 404 for the schema of a relation that no permitted field shows', async () => {
    const { ask } = served();
    expect(await ask('GET', '/schema/relation/comments', undefined, askingWith())).to.equal('not_found');
    expect(dataOf((await ask('GET', '/schema/relation/comments')) as Outcome)).to.have.property('name', 'comments');
  });
});
