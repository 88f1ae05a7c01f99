import type { AdminRegistration } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRegistration';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { OWN_ADDRESS } from '../host/testing/own-address.js';
import type { SmallHost } from '../host/testing/small-host.js';
import { description, startHost } from '../host/testing/small-host.js';
import { runInProcess, type Result } from './testing/in-process.js';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));

const REGISTRATION: AdminRegistration = {
  models: [
    {
      name: 'Post',
      table: 'posts',
      primaryKey: 'id',
      columns: [
        { name: 'id', type: 'ADMIN_COLUMN_TYPE_BIGINT' },
        { name: 'title', type: 'ADMIN_COLUMN_TYPE_STRING' },
      ],
    },
  ],
  controllers: [{ id: 'acme.blog.posts', model: 'Post' }],
};

const LIST = 'plugins/acme/blog/controllers/posts/config_list.yaml';

describe('gatehouse check', () => {
  let root: string;
  let host: SmallHost | undefined;

  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'gatehouse-check-'))));
  afterEach(() => {
    rmSync(root, { recursive: true });
    host?.kill();
    host = undefined;
  });

  function writeList(text: string): void {
    mkdirSync(dirname(join(root, LIST)), { recursive: true });
    writeFileSync(join(root, LIST), text);
  }

  /** Connects to a host with this registration or, without one, to an address where nothing listens. */
  async function check(admin?: AdminRegistration): Promise<Result> {
    if (admin !== undefined) {
      const capabilities = ['CAPABILITY_BACKEND', 'CAPABILITY_ADMIN'] as const;
      host = await startHost({ describe: () => description({ capabilities: [...capabilities], admin }) });
    }
    return run(['--set', `host.address=${host?.address ?? '127.0.0.1:1'}`]);
  }

  const run = (settings: readonly string[]): Promise<Result> => runInProcess(['check', ...settings], { cwd: root });

  it('is a process that prints every error and exits 1', async () => {
    writeList('list: { columns: { titel: Title } }\nmodelClass: Post\n');
    host = await startHost({
      describe: () => description({ capabilities: ['CAPABILITY_BACKEND', 'CAPABILITY_ADMIN'], admin: REGISTRATION }),
    });
    const child = spawn(process.execPath, [MAIN, 'check', '--set', `host.address=${host.address}`], { cwd: root });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(/did you mean title\?\n1 error\n$/);
  });

  it('prints a summary if all files are valid', async () => {
    writeList('list: { columns: { title: Title } }\nmodelClass: Post\n');
    expect(await check(REGISTRATION)).to.deep.equal({
      code: 0,
      stdout: 'OK: 1 controller, 0 settings screens, languages ar, de, en, es, fr\n',
      stderr: '',
    });
  });

  it('warns about controllers that the host does not register, which Gatehouse does not serve', async () => {
    writeList('list: { columns: { title: Title } }\nmodelClass: Post\n');
    const drafts = 'plugins/acme/blog/controllers/drafts';
    mkdirSync(join(root, drafts));
    for (const name of ['config_list.yaml', 'config_form.yaml']) writeFileSync(join(root, drafts, name), 'list: 1\n');
    const { code, stderr } = await check(REGISTRATION);
    expect([code, stderr]).to.deep.equal([
      0,
      `warning: ${drafts}: the host registers no controller for this folder, so Gatehouse does not serve it; expected a controller whose configuration directory is ~/${drafts}\n`,
    ]);
  });

  it('prints every error with file, line and column, and exits 1', async () => {
    writeList('list: { columns: { titel: Title } }\nmodelClass: Posts\n');
    const { code, stderr } = await check(REGISTRATION);
    expect(stderr.trimEnd().split('\n')).to.deep.equal([
      `${LIST}:1:20: list.columns.titel: Post has no column titel; expected one of id, title; did you mean title?`,
      `${LIST}:2:13: modelClass: is Posts, but the host registers controller acme.blog.posts with another model; expected Post`,
      '2 errors',
    ]);
    expect(code).to.equal(1);
  });

  it('names a redirect to a screen that does not exist, with the nearest one (AD-463)', async () => {
    writeList('list: { columns: { title: Title } }\nmodelClass: Post\nrecordUrl: acme/blog/post/update/:id\n');
    const { code, stderr } = await check(REGISTRATION);
    expect(stderr.trimEnd().split('\n')).to.deep.equal([
      `${LIST}:3:12: recordUrl: the host registers no controller acme.blog.post; expected one of acme/blog/posts; did you mean acme/blog/posts?`,
      '1 error',
    ]);
    expect(code).to.equal(1);
  });

  it("reports an error in the host's registration", async () => {
    const { code, stderr } = await check({
      ...REGISTRATION,
      controllers: [{ id: 'acme.blog.posts', model: 'Article' }],
    });
    expect(stderr).to.contain("the host's response to Describe is not valid").and.to.contain('Article');
    expect(code).to.equal(1);
  });

  it('says where no host answers, and which key has the place (AD-464)', async () => {
    for (const [key, at] of [
      ['host.address', '127.0.0.1:1'],
      ['host.url', 'http://127.0.0.1:1'],
    ] as const) {
      const { code, stderr } = await run(['--set', `${key}=${at}`]);
      const said = `gatehouse: no host answers at ${at}; start the application, or correct ${key} (`;
      expect(stderr.slice(0, said.length)).to.equal(said);
      expect(stderr).to.contain('UNAVAILABLE');
      expect(code).to.equal(1);
    }
  });

  it('waits for a host that was started just before (AD-464)', async () => {
    const starting = createServer().listen(0, OWN_ADDRESS);
    await once(starting, 'listening');
    const { port } = starting.address() as AddressInfo;
    const checked = run(['--set', `host.url=http://${OWN_ADDRESS}:${port}`]);
    const [socket] = (await once(starting, 'connection')) as [Socket];
    starting.close();
    socket.destroy();
    await once(starting, 'close');
    host = await startHost({}, port, 'HTTP');
    const { code, stdout, stderr } = await checked;
    expect([stderr, stdout, code]).to.deep.equal(['', 'the host registers no admin backend\n', 0]);
  });

  it('reports nothing for a host without an admin backend', async () => {
    host = await startHost({});
    const { code, stdout } = await check();
    expect(stdout).to.equal('the host registers no admin backend\n');
    expect(code).to.equal(0);
  });

  it('reports errors in the files even when the registration is invalid', async () => {
    writeList('titel: Posts\n');
    const { code, stderr } = await check({ ...REGISTRATION, defaultLocale: 'EN!' });
    expect(code).to.not.equal(0);
    expect(stderr).to.contain('default_locale').and.to.contain('titel');
  });
});
