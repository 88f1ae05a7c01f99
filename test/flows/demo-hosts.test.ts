import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/admin/client.js';
import { run } from '../support/child.js';
import { importTests, screenTests } from './demo/administration-screens.js';
import { consentPageTests } from './demo/consent-page.js';
import { mcpEndpointTests } from './demo/mcp-endpoint.js';
import { BUILD_MS } from '../support/sdk-go.js';
import { isRunning, startDemo, startDemoClient, type RunningDemo } from './demo/running-demo.js';
import { signInTests } from './demo/sign-in.js';

/** Top of the repository, seen from dist/test/flows. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** `notCode` are blank lines, comments and imports. */
const LANGUAGES = {
  python: {
    name: 'Python',
    source: /\.py$/,
    notCode: /^\s*(?:#.*|""".*"""|(?:import|from) .*)?$/gm,
  },
  go: { name: 'Go', source: /\.go$/, notCode: /^import \([^)]*\)$|^\s*(?:\/\/.*)?$/gm },
};

for (const [host, { name, source, notCode }] of Object.entries(LANGUAGES)) {
  describe(`The demo in ${name}, as started by \`DEMO_HOST=${host} make demo\``, () => {
    let demo: RunningDemo;
    before(async function () {
      this.timeout(BUILD_MS);
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
    let admin: ApiClient;
    before(async () => {
      admin = await signedIn(demo, 'admin');
    });
    screenTests(
      () => admin,
      () => new ApiClient(`${demo.issuer}/backend/api/v1`),
    );
    importTests(() => admin);

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

async function signedIn(demo: RunningDemo, login: string): Promise<ApiClient> {
  const api = new ApiClient(`${demo.issuer}/backend/api/v1`);
  const { data } = await api.post('/auth/login', { login: `${login}@example.test`, password: 'demo-password' });
  return api.with({ authorization: `Bearer ${data.token}` });
}
