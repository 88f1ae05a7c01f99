import { expect } from 'chai';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startAdminStack, type AdminStack, type AdminStackSettings } from '../../support/admin-stack.js';
import { eventually } from '../../support/eventually.js';
import { send } from '../../support/http-client.js';
import { tempDir } from '../../support/temp-dir.js';
import { detail } from '../../support/every-test.js';

describe('starting the admin backend (AD-1, AD-40, AD-41)', () => {
  let stack: AdminStack | undefined;
  afterEach(async () => {
    await stack?.stop();
    stack = undefined;
  });

  const started = async (settings: AdminStackSettings): Promise<AdminStack> =>
    (stack = await startAdminStack(settings));

  it('without a controller there are no admin routes, and no secret is required (AD-41)', async () => {
    const { backend } = await started({
      admin: (options) => ({ ...options, controllers: [], plugins: [] }),
      config: { 'admin.jwt.secret': '' },
    });
    for (const path of ['', '/', '/api/v1/auth/me', '/api/v1/auth/login', '/assets/acme/shop/js/widgets.js']) {
      expect((await send(backend + path)).status, path).to.equal(404);
    }
  });

  it('applies another prefix to routes, asset URLs and the cookie (AD-181)', async () => {
    const running = await started({ config: { 'backend.uri': '/office/admin' } });
    const base = running.backend.replace('/backend', '/office/admin');
    const answer = await send(`${base}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ login: 'editor', password: 'correct horse battery staple' }),
    });
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(cookie).to.contain('Path=/office/admin');
    const list = await send(`${base}/api/v1/acme/shop/items/schema/list`, {
      headers: { cookie: cookie.split(';')[0]! },
    });
    expect(list.body).to.contain('"/office/admin/assets/acme/shop/js/widgets.js?v=');
    expect((await send(`${running.backend}/api/v1/auth/me`)).status).to.equal(404);
  });

  /** An error in a declaration ends the daemon before it serves anything from it. */
  async function refused(settings: AdminStackSettings, ...says: readonly string[]): Promise<void> {
    const outcome = await started(settings).catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(Error);
    for (const text of ['ended before it was ready ({"code":1,', ...says]) expect(String(outcome)).to.contain(text);
  }

  it('a missing secret stops startup, and the message says what to set (AD-180)', () =>
    refused({ config: { 'admin.jwt.secret': '' } }, 'admin.jwt.secret', 'GATEHOUSE_ADMIN__JWT__SECRET'));

  it('reports where it looked for missing plugins, and no consequential errors', () => {
    const root = tempDir('empty');
    return refused({ config: { 'backend.root': root } }, '(1 error)', `no such folder in ${root}`);
  });

  it('reports an error in a file with file, line and what was expected (AD-2)', async () => {
    const root = tempDir('broken');
    const file = join(root, 'plugins/acme/shop/controllers/items/config_list.yaml');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'titel: Items\nmodelClass: Acme\\Shop\\Models\\Item\n');
    await refused({ config: { 'backend.root': root } }, 'config_list.yaml:1', 'titel', 'title');
  });

  it('rejects an asset that does not exist (AD-160)', () =>
    refused(
      {
        admin: (options) => ({
          ...options,
          controllers: options.controllers.map((controller) => ({ ...controller, scripts: ['js/missing.js'] })),
        }),
      },
      'js/missing.js',
    ));

  it('rejects a model whose name differs from the YAML (AD-7)', () =>
    refused(
      {
        admin: (options) => ({
          ...options,
          controllers: options.controllers.map((controller) =>
            controller.id === 'acme.shop.items'
              ? { ...controller, model: { ...controller.model, name: 'Acme\\Shop\\Models\\Other' } }
              : controller,
          ),
        }),
      },
      'modelClass',
    ));

  it('reports a controller of a plugin that the host does not register, at startup and in /readyz', async () => {
    const { gatehouse } = await started({
      admin: (options) => ({
        ...options,
        controllers: options.controllers.filter(({ id }) => id !== 'acme.shop.categories'),
        plugins: options.plugins.map((plugin) => ({ ...plugin, navigation: [] })),
      }),
    });
    const warning = 'controllers/categories: the host registers no controller for this folder';
    await eventually(() => expect(gatehouse.log()).to.contain(warning));
    expect((await send(`${gatehouse.origin}/readyz`)).body).to.contain(warning);
  });

  detail('exits with several workers too, and reports the error once (AD-1)', async () => {
    const starting = started({ state: 'redis', config: { 'admin.jwt.secret': '', workers: '2' } });
    const outcome = await starting.then(() => 'it started', String);
    expect(outcome).to.contain('ended before it was ready ({"code":1,');
    expect(outcome.match(/GATEHOUSE_ADMIN__JWT__SECRET/g)).to.have.length(1);
  });

  it('several workers serve once the first one has started (AD-190)', async () => {
    const { gatehouse } = await started({ state: 'redis', config: { workers: '2' } });
    await eventually(() => expect(gatehouse.log().match(/serving the admin backend/g)).to.have.length(2));
  });
});
