import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/admin/client.js';
import { run } from '../support/child.js';
import { consentPageTests } from './demo/consent-page.js';
import { mcpEndpointTests } from './demo/mcp-endpoint.js';
import { isRunning, startDemo, startDemoClient, type RunningDemo } from './demo/running-demo.js';
import { signInTests } from './demo/sign-in.js';

/** Top of the repository, seen from dist/test/flows. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** `notCode` are blank lines, comments and imports. `hasAccounts`: docs/hosts.md, the abilities of each SDK. */
const LANGUAGES = {
  python: {
    name: 'Python',
    source: /\.py$/,
    notCode: /^\s*(?:#.*|""".*"""|(?:import|from) .*)?$/gm,
    hasAccounts: true,
  },
  go: { name: 'Go', source: /\.go$/, notCode: /^import \([^)]*\)$|^\s*(?:\/\/.*)?$/gm, hasAccounts: false },
};

for (const [host, { name, source, notCode, hasAccounts }] of Object.entries(LANGUAGES)) {
  describe(`The demo in ${name}, as started by \`DEMO_HOST=${host} make demo\``, function () {
    this.timeout(300_000);
    let demo: RunningDemo;
    before(async () => {
      await run('scripts/demo-tools.sh', [], { cwd: ROOT, env: { ...process.env, DEMO_HOST: host } });
      // The launcher does the same, but a compiler with an empty cache takes longer than a start may.
      if (host === 'go') await run('demo/hosts/go/build.sh', ['.demo/go'], { cwd: ROOT });
      demo = await startDemo(undefined, { DEMO_HOST: host });
    });
    after(async () => {
      const { code } = await demo.launcher.end();
      expect(code, demo.launcher.output()).to.equal(0);
      expect([demo.application, demo.gatehouse].filter(isRunning)).to.deep.equal([]);
      demo.removeFiles();
    });

    it('the demo client completes the whole flow (AS-1)', async () => {
      const client = await startDemoClient(demo.port);
      const { code } = await client.exited;
      expect(code, client.output()).to.equal(0);
    });

    signInTests(() => demo.issuer);
    consentPageTests(() => demo.issuer);
    mcpEndpointTests(() => demo.issuer);

    administrationTests(() => demo);
    if (hasAccounts) accountTests(() => demo);

    it('its files have fewer than 250 lines of code together: pages, consent, endpoint, host and admin', () => {
      const folder = join(ROOT, 'demo/hosts', host);
      const sources = readdirSync(folder).filter((each) => source.test(each));
      const code = sources.map((each) => readFileSync(join(folder, each), 'utf8').replaceAll(notCode, '')).join('\n');
      expect(code.split('\n').filter((line) => line !== '')).to.have.length.within(100, 249);
    });
  });
}

/** The list and the form of demo/hosts/plugins/acme/notes. */
function administrationTests(demoOf: () => RunningDemo): void {
  describe('administration', () => {
    let admin: ApiClient;
    let editor: ApiClient;
    before(async () => {
      [admin, editor] = await Promise.all([signedIn(demoOf(), 'admin'), signedIn(demoOf(), 'editor')]);
    });
    const NOTES = '/acme/notes/notes';

    it('lists the notes of all users with the name of each, a relation (HC-31)', async () => {
      const { data } = await editor.get(`${NOTES}?search=logbook`);
      expect(data).to.have.length(1);
      expect(data[0]).to.include({ text: 'Found the moth. Taped it into the logbook.', hidden: false });
      expect(JSON.stringify(data[0].user)).to.contain('Grace Example');
    });

    it('hides a note and shows it again: its hooks and its action run in the transaction of the call (HC-50)', async () => {
      const { data } = await admin.get(`${NOTES}?search=logbook`);
      const path = `${NOTES}/${data[0].id}`;
      const { data: form } = await admin.get(path);
      const change = (fields: object) => admin.put(path, { ...fields, _version: form._version });
      const refused = await change({ text: '   ' });
      expect(refused.status, 'the hook refuses a note of spaces').to.equal(422);
      const hidden = await change({ text: ' Found the moth. Taped it into the logbook. ', hidden: true });
      expect(hidden.status, JSON.stringify(hidden)).to.equal(200);
      expect((await admin.get(path)).data.text).to.equal('Found the moth. Taped it into the logbook.');

      const action = `${NOTES}/toolbar/show_all`;
      expect((await editor.post(action, {})).status, 'without the permission').to.equal(403);
      const { data: done } = await admin.post(action, {});
      expect(done.message).to.equal('Shown again: 1');
      expect((await admin.get(path)).data.hidden).to.equal(false);
    });
  });
}

/** They come with the SDK: the demo has no line for them. */
function accountTests(demoOf: () => RunningDemo): void {
  describe('administrators, and many records', () => {
    let admin: ApiClient;
    let editor: ApiClient;
    before(async () => {
      [admin, editor] = await Promise.all([signedIn(demoOf(), 'admin'), signedIn(demoOf(), 'editor')]);
    });
    const NOTES = '/acme/notes/notes';

    it('an administrator has an account, sessions and a second factor to set up (AD-246, AD-250, AD-255)', async () => {
      const { data: user } = await admin.get('/auth/me');
      expect(user).to.include({ has_account: true, has_sessions: true });
      expect((await admin.get('/auth/account/sessions')).data).to.not.be.empty;
      expect((await admin.get('/auth/account/second-factor')).data).to.include({ is_on: false });
    });

    it('the last superuser stays, and editors see no administrators (HC-56)', async () => {
      const { data: found } = await admin.get('/gatehouse/backend/administrators?search=admin');
      const demoted = await admin.put(`/gatehouse/backend/administrators/${found[0].id}`, { is_superuser: false });
      expect(demoted.status, JSON.stringify(demoted)).to.equal(422);
      expect((await editor.get('/gatehouse/backend/roles')).status).to.equal(403);
    });

    it('saves a view of the notes, exports them, and deletes many, (HC-55, HC-58)', async () => {
      const view = { name: 'Moths', query: 'search=moth', shared: false };
      expect((await editor.post(`${NOTES}/list/views`, view)).status).to.equal(201);
      expect((await admin.get(`${NOTES}/list/views`)).data, 'of another administrator').to.deep.equal([]);
      const { data: exported } = await editor.get(`${NOTES}/export/records?search=logbook`);
      expect(exported).to.have.length(1);
      const { data: deleted } = await admin.post(`${NOTES}/bulk/delete`, { ids: ['999999'] });
      expect(deleted).to.deep.include({ done: 0, last: '999999', has_more: false });
      expect(deleted.unchanged[0]).to.include({ id: '999999', reason: 'missing' });
    });
  });
}

async function signedIn(demo: RunningDemo, login: string): Promise<ApiClient> {
  const api = new ApiClient(`${demo.issuer}/backend/api/v1`);
  const { data } = await api.post('/auth/login', { login: `${login}@example.test`, password: 'demo-password' });
  return api.with({ authorization: `Bearer ${data.token}` });
}
