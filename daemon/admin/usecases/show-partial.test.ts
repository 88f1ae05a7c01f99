import { expect } from 'chai';
import { HostFailed, Unavailable } from '../../core/faults.js';
import { AdminError } from '../api/errors.js';
import type { ViewValue } from '../model/record.js';
import type { PartialData } from '../ports/partial-data.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { createShowPartial } from './show-partial.js';
import { askingWith, recorded, SUPERUSER } from '../testing/asking.js';

const FILES = {
  [`${CONTROLLER}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
headerPartial: both`,
  [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
permissions: { modelUpdate: acme.blog.publish, modelPreview: acme.blog.access_posts }`,
  [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Title }
  summary: { type: partial, path: both, permissions: acme.blog.moderate }
  history: { type: partial, path: history, permissions: acme.blog.moderate }
  open: { type: partial, path: open }`,
  [`${CONTROLLER}/_both.htm`]: '<p>both</p>',
  [`${CONTROLLER}/_history.htm`]: '<p>history</p>',
  [`${CONTROLLER}/_open.htm`]: '<p>open</p>',
  [`${CONTROLLER}/_unused.htm`]: '<p>unused</p>',
};
const POSTS = compileSmall(pluginFiles(FILES)).schema.controllers.get('acme.blog.posts')!;

const NOBODY = askingWith();
const VIEW_MODEL = new Map() as unknown as ViewValue;

function showing(found = true) {
  const answer: Awaited<ReturnType<PartialData['viewModel']>> = found
    ? { outcome: 'found', value: VIEW_MODEL }
    : { outcome: 'notFound' };
  const { calls, method } = recorded<Parameters<PartialData['viewModel']>, typeof answer>(answer);
  const run = createShowPartial(POSTS, { viewModel: method }, ({ name }, viewModel, locale) => [
    { name, locale, same: viewModel === VIEW_MODEL },
  ]);
  return { calls, run };
}

const code = (outcome: object) => (outcome instanceof AdminError ? outcome.code : outcome);

describe('admin: show partial (AD-140 to AD-142)', () => {
  it("renders the host's view model in the language of the request, in one call", async () => {
    const { calls, run } = showing();
    expect(await run('both', [], NOBODY)).to.deep.equal([{ name: 'both', locale: 'en', same: true }]);
    expect(calls.map(([target, request]) => [target.controller, request])).to.deep.equal([
      ['acme.blog.posts', { name: 'both' }],
    ]);
  });

  for (const [what, fault, isOwn] of [
    ['a host that is away', new Unavailable('host', 'away'), false],
    ['an error of the application', new HostFailed('a bug'), true],
  ] as const) {
    it(`reports ${what} as ${isOwn ? 'a partial that failed (AD-147)' : 'an outage, as every other read does (AD-191)'}`, async () => {
      const show = createShowPartial(POSTS, { viewModel: () => Promise.reject(fault) }, () => []);
      const thrown: unknown = await show('both', [], NOBODY).catch((error: unknown) => error);
      if (!isOwn) expect(thrown).to.equal(fault);
      else expect(String(thrown)).to.contain('the partial both of acme.blog.posts failed to render: a bug');
    });
  }

  it('passes on the id of a form partial', async () => {
    const { calls, run } = showing();
    await run('history', [['id', '9']], SUPERUSER);
    expect(calls[0]?.[1]).to.deep.equal({ name: 'history', recordId: '9' });
  });

  it('rejects every parameter except id as unknown, without a call (docs/admin/api.md, Queries)', async () => {
    const { calls, run } = showing();
    const query = [
      ['id', '9'],
      ['name', 'other'],
      ['locale', 'de'],
    ] as const;
    const refused = await run('history', query, SUPERUSER);
    expect(code(refused)).to.equal('validation_failed');
    expect(refused).to.have.nested.property('details.fields').that.has.all.keys('name', 'locale');
    expect(calls).to.deep.equal([]);
  });

  it('returns the same 404 for a hidden partial, an undeclared one, and an invalid name', async () => {
    const { calls, run } = showing();
    const unknown = await run('nothing', [], NOBODY);
    for (const name of ['history', 'unused', '_both', 'both.htm', '../both', '__proto__', '']) {
      expect(await run(name, [], NOBODY), name).to.deep.equal(unknown);
    }
    expect(code(unknown)).to.equal('not_found');
    expect(calls).to.have.length(0);
  });

  it('renders a header partial without a record, even if a hidden form shows it too', async () => {
    const { calls, run } = showing();
    expect(code(await run('both', [['id', '9']], NOBODY))).to.equal('not_found');
    expect(calls).to.have.length(0);
    await run('both', [['id', '9']], askingWith('acme.blog.moderate', 'acme.blog.publish'));
    expect(calls[0]?.[1]).to.deep.equal({ name: 'both', recordId: '9' });
  });

  it('returns 404 with an id to users who may not open any form of the record', async () => {
    const { calls, run } = showing();
    const creator = askingWith('acme.blog.moderate');
    expect(code(await run('history', [['id', '9']], creator))).to.equal('not_found');
    expect(calls).to.have.length(0);
    await run('history', [], creator);
    await run('history', [['id', '9']], askingWith('acme.blog.moderate', 'acme.blog.access_posts'));
    expect(calls.map(([, request]) => request.recordId)).to.deep.equal([undefined, '9']);
  });

  it('returns 404 without an id to users who may not create, except for a header partial', async () => {
    const { calls, run } = showing();
    const creating = `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
permissions: { modelCreate: acme.blog.publish, modelUpdate: acme.blog.publish, modelPreview: acme.blog.access_posts }`;
    const schema = compileSmall(pluginFiles({ ...FILES, [`${CONTROLLER}/config_form.yaml`]: creating }));
    const posts = schema.schema.controllers.get('acme.blog.posts')!;
    const { calls: asked, method } = recorded<Parameters<PartialData['viewModel']>, { outcome: 'notFound' }>({
      outcome: 'notFound',
    });
    const show = createShowPartial(posts, { viewModel: method }, () => []);
    for (const codes of [['acme.blog.moderate'], ['acme.blog.moderate', 'acme.blog.access_posts']]) {
      expect(code(await show('history', [], askingWith(...codes)))).to.equal('not_found');
      expect(asked).to.have.length(0);
    }
    await show('both', [], NOBODY);
    await show('history', [], askingWith('acme.blog.moderate', 'acme.blog.publish'));
    expect(asked.map(([, { name }]) => name)).to.deep.equal(['both', 'history']);
    expect(code(await run('history', [], NOBODY))).to.equal('not_found');
    expect(calls).to.have.length(0);
  });

  it('returns 404 for an impossible id, for two ids, and for a record outside the form scope', async () => {
    const { calls, run } = showing();
    for (const id of ['', 'a\0b', 'x'.repeat(256)]) {
      expect(code(await run('history', [['id', id]], SUPERUSER))).to.equal('not_found');
    }
    expect(
      code(
        await run(
          'history',
          [
            ['id', '1'],
            ['id', '2'],
          ],
          SUPERUSER,
        ),
      ),
    ).to.equal('not_found');
    expect(calls).to.have.length(0);
    expect(code(await showing(false).run('history', [['id', '1']], SUPERUSER))).to.equal('not_found');
  });

  it('never returns part of a tree: rethrows rendering errors with controller and partial for the log', async () => {
    const { method } = recorded<Parameters<PartialData['viewModel']>, Awaited<ReturnType<PartialData['viewModel']>>>({
      outcome: 'found',
      value: VIEW_MODEL,
    });
    const fault = new Error('too many nodes');
    const run = createShowPartial(POSTS, { viewModel: method }, () => {
      throw fault;
    });
    const thrown: unknown = await run('both', [], NOBODY).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(Error).with.property('cause', fault);
    expect(String(thrown)).to.contain('the partial both of acme.blog.posts');
  });
});
