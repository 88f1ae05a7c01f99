import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/admin/client.js';
import { run } from '../support/child.js';
import { screenTests } from './demo/administration-screens.js';
import { consentPageTests } from './demo/consent-page.js';
import { mcpEndpointTests } from './demo/mcp-endpoint.js';
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
    if (host === 'python') importTests(() => demo);
    let admin: ApiClient;
    before(async () => {
      admin = await signedIn(demo, 'admin');
    });
    screenTests(
      () => admin,
      () => new ApiClient(`${demo.issuer}/backend/api/v1`),
    );

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

/** config_import_export.yaml of the notes. */
function importTests(demoOf: () => RunningDemo): void {
  it('imports a file of notes once: every row or none, with the hooks of a creation (AD-389, AD-390, AD-391)', async () => {
    const editor = (await signedIn(demoOf(), 'editor')).with({ 'content-type': 'text/csv; charset=utf-8' });
    const NOTES = '/acme/notes/notes';
    const send = (operation: string, ...rows: string[]) =>
      editor.request('POST', `${NOTES}/import?operation=${operation}`, ['Note,Written by,Hidden', ...rows].join('\n'));
    const found = async () => (await editor.get(`${NOTES}?search=imported`)).data;

    const refused = await send('of-the-first-file', 'Imported one,Grace Example,', 'Imported two,Grace Unknown,');
    expect(refused.data.problems, JSON.stringify(refused)).to.have.length(1);
    expect(refused.data.problems[0]).to.include({ row: 3, column: 1 });
    expect(await found()).to.deep.equal([]);

    const rows = ['  Imported one  ,Grace Example,no', '"Imported, two",Ada Example,'];
    for (const time of ['first', 'second']) {
      const { status, data } = await send('of-the-second-file', ...rows);
      expect([status, data.created], `the ${time} time`).to.deep.equal([201, 2]);
    }
    const texts = (await found()).map(({ text, hidden }: { text: string; hidden: boolean }) => [text, hidden]);
    expect(texts).to.have.deep.members([
      ['Imported one', false],
      ['Imported, two', false],
    ]);
  });
}

async function signedIn(demo: RunningDemo, login: string): Promise<ApiClient> {
  const api = new ApiClient(`${demo.issuer}/backend/api/v1`);
  const { data } = await api.post('/auth/login', { login: `${login}@example.test`, password: 'demo-password' });
  return api.with({ authorization: `Bearer ${data.token}` });
}
