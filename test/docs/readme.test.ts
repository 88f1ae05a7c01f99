import { expect } from 'chai';
import Database from 'libsql';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEPT_ELEMENTS, REMOVED_ELEMENTS } from '../../daemon/admin/partials/html-allowlist.js';
import { CHECKS } from '../../daemon/hostcheck/list.js';
import { formatResult } from '../../daemon/hostcheck/report.js';
import { ApiClient } from '../support/admin/client.js';
import { startChild, untilReady, run } from '../support/child.js';
import { freePort } from '../support/free-port.js';
import { startGatehouse, type Gatehouse } from '../support/gatehouse.js';
import { send } from '../support/http-client.js';
import { INSTALLED } from '../support/installed.js';
import { tempDir } from '../support/temp-dir.js';

/** Top of the repository, seen from dist/test/docs. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MAIN = join(ROOT, 'dist/daemon/main.js');
const DOCUMENTS = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'deploy/README.md'],
  ...['sdk/typescript/README.md', 'test/hosts/README.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path}`),
].filter((path) => path.endsWith('.md'));
/** Documents with links, of which the words in backticks are names of their own languages. */
const LINKED = [...DOCUMENTS, 'sdk/python/README.md', 'sdk/go/README.md', 'proto/README.md'];

describe('README.md and the other documents', () => {
  it('the host of README.md serves Gatehouse, and clients reach both at one origin', async () => {
    const [, setting = ''] = /gatehouse serve --set (\S+=\S+)`/.exec(read('README.md')) ?? [];
    expect(setting).to.match(/^http\.trusted_proxies=/);
    await withHost(
      snippet('host'),
      Object.fromEntries([setting.split('=')]) as Record<string, string>,
      async ({ origin }) => {
        const metadata = (await send(`${origin}/.well-known/oauth-authorization-server`)).json();
        expect(metadata).to.include({ issuer: origin, registration_endpoint: `${origin}/oauth/mcp/register` });
        const registered = await fetch(metadata.registration_endpoint as string, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ redirect_uris: ['https://client.example/callback'] }),
        });
        expect(registered.status).to.equal(201);
      },
    );
  });

  it('the plugin of README.md passes the check, and the user from admin:create writes and lists its records', async () => {
    const root = tempDir('plugins');
    for (const [, file = '', yaml = ''] of read('README.md').matchAll(/^```yaml (\S+)\n([^]*?)^```/gm)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), yaml);
    }
    const table = join(root, 'shop.db');
    const shop = new Database(table);
    shop.exec('create table products (id integer primary key, name text not null, price numeric not null)');
    shop.close();
    const admin = snippet('admin').replace('shop.db', table);
    const code = snippet('host').replace('const host = createHost({', `${admin}\n$&\n  admin,`);
    const settings = { 'backend.root': root, 'admin.jwt.secret': 'a'.repeat(32) };
    await withHost(code, settings, async ({ gatehouse, hostAddress }) => {
      const command = async (...args: string[]): Promise<string> =>
        run(process.execPath, [MAIN, ...args, '--set', `backend.root=${root}`], {
          env: { PATH: process.env.PATH, GATEHOUSE_HOST__ADDRESS: hostAddress },
        });
      const [, create = ''] = /main\.js (admin:create .*?) #/.exec(read('README.md')) ?? [];
      expect(await command('check')).to.contain('1 controller,');
      expect(await command(...create.split(' '), '--password', 'demo-password')).to.contain('ada@example.test');

      const api = new ApiClient(`${gatehouse.origin}/backend/api/v1`);
      const { data } = await api.post('/auth/login', { login: 'ada@example.test', password: 'demo-password' });
      const ada = api.with({ authorization: `Bearer ${data.token}` });
      const product = { name: 'Lamp', price: '19.90' };
      expect((await ada.post('/acme/shop/products', product)).status).to.equal(201);
      expect((await ada.get('/acme/shop/products?search=lamp')).data).to.deep.equal([
        { id: '1', name: 'Lamp', price: '19.9' },
      ]);
    });
  });

  it('docs/hosts.md shows what check-host prints', () => {
    const [, shown = ''] = /^```text\n([^]*?)^```/m.exec(read('docs/hosts.md')) ?? [];
    const name = 'client/evict-oldest-unconsented';
    const check = CHECKS.find((each) => each.name === name);
    const [expected = '', got = '', advice = ''] = ['expected', 'got', 'to do'].map(
      (row) => new RegExp(`^ +${row} +(.*)$`, 'm').exec(shown)?.[1],
    );
    const sent = /last sent (.*)$/m.exec(shown)?.[1] ?? '';
    const failure = { sent, expected, got, advice };
    expect(shown).to.equal(`${formatResult({ name, citation: check?.citation ?? '', ms: 32, failure })}\n`);
  });

  it('docs/admin/partials.md names the elements that the filter keeps and removes', () => {
    const listed = (row: string): string[] => {
      const [, names = ''] = new RegExp(`^\\| ${row} +\\| \`([^\`]+)`, 'm').exec(read('docs/admin/partials.md')) ?? [];
      return names.split(' ');
    };
    expect(listed('kept')).to.have.members([...KEPT_ELEMENTS]);
    expect(listed('removed with contents')).to.have.members([...REMOVED_ELEMENTS]);
  });

  it('README.md begins with two commands, and they exist', () => {
    const [, commands = ''] = /^```sh\n([^]*?)^```/m.exec(read('README.md')) ?? [];
    expect(commands.match(/^\S+ \S+/gm)).to.deep.equal(['make demo', 'make test']);
  });

  it('every make target in the documents exists', () => {
    const targets = [...read('Makefile').matchAll(/^([a-z-]+):/gm)].map((match) => match[1]);
    for (const path of DOCUMENTS) {
      const named = [...read(path).matchAll(/`make ([a-z-]+)/g)].map((match) => match[1]);
      expect(targets, path).to.include.members(named);
    }
  });

  it('every link to a file of the repository, and to a heading in it, resolves', () => {
    const links = LINKED.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(
        ([, file = '', heading]) => [path, file === '' ? path : join(dirname(path), file), heading] as const,
      ),
    );
    expect(links).to.have.length.above(100);
    for (const [path, target, heading] of links) {
      expect(existsSync(join(ROOT, target)), `${path} -> ${target}`).to.equal(true);
      if (heading !== undefined) expect(headingsOf(target), `${path} -> ${target}`).to.include(heading);
    }
  });

  it('every path of the repository in the documents exists', () => {
    let paths = 0;
    for (const path of DOCUMENTS.filter((name) => name !== 'CHANGELOG.md')) {
      for (const [, named = ''] of read(path).matchAll(
        /`((?:bench|daemon|demo|deploy|docs|plugins|proto|scripts|sdk|test)\/[\w./-]+)`/g,
      )) {
        // `make screenshots` and similar targets write these.
        if (named.startsWith('test/output/')) continue;
        expect(existsSync(join(ROOT, named)), `${path}: ${named}`).to.equal(true);
        paths += 1;
      }
    }
    expect(paths).to.be.above(100);
  });

  for (const folder of ['docs', 'docs/admin', 'docs/decisions']) {
    it(`every document in ${folder}/ is in its index`, () => {
      const documents = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
      const index = read(`${folder}/README.md`);
      expect(documents.filter((name) => !index.includes(`](${name})`))).to.deep.equal([]);
    });
  }

  it('every configuration key in the documents exists', () => {
    const keys = new Set([...read('docs/configuration.md').matchAll(/^\| `([a-z_.]+)`/gm)].map((match) => match[1]));
    const sections = new Set([...keys].map((key) => key?.split('.')[0]));
    const found = new Set<string>();
    for (const path of DOCUMENTS) {
      for (const [, key = ''] of read(path).matchAll(
        /`((?:http|host|consent|redis|metrics|log|shutdown|backend|admin)\.[a-z_.]+)/g,
      )) {
        if (/\.(?:ts|go|py)$/.test(key) || PERMISSIONS.includes(key)) continue;
        const known = keys.has(key) || [...keys].some((each) => each?.startsWith(`${key}.`));
        expect(known || !sections.has(key.split('.')[0]), `${path}: ${key}`).to.equal(true);
        if (known) found.add(key);
      }
    }
    expect(found.size).to.be.above(20);
  });
});

/** The names by which links reach the headings of a page, as GitHub makes them. */
function headingsOf(path: string): string[] {
  const text = read(path).replace(/^```[^]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Permission codes of the built-in plugin, which look like configuration keys. */
const PERMISSIONS = ['backend.administrators', 'backend.share_views'];

/** The README.md block with the heading ```js name. */
function snippet(name: string): string {
  const code = new RegExp(`^\`\`\`js ${name}\\n([^]*?)^\`\`\``, 'm').exec(read('README.md'))?.[1];
  if (code === undefined) throw new Error(`README.md has no block marked "js ${name}"`);
  return code;
}

interface Running {
  readonly origin: string;
  readonly hostAddress: `127.0.0.1:${number}`;
  readonly gatehouse: Gatehouse;
}

/** Runs the code of a host unchanged, except for its ports and its file, with a daemon beside it. */
async function withHost(
  code: string,
  config: Record<string, string>,
  use: (running: Running) => Promise<void>,
): Promise<void> {
  const folder = tempDir('readme');
  const ports = { 8080: await freePort(), 8081: await freePort(), 9090: await freePort() };
  const runnable = Object.entries(ports).reduce(
    (text, [from, to]) => {
      expect(text).to.contain(from);
      return text.replaceAll(from, String(to));
    },
    code.replace('grants.db', join(folder, 'grants.db')),
  );
  writeFileSync(join(folder, 'host.mjs'), runnable);
  symlinkSync(INSTALLED, join(folder, 'node_modules'));
  const application = await startChild(process.execPath, [join(folder, 'host.mjs')]);
  const hostAddress = `127.0.0.1:${ports[9090]}` as const;
  const gatehouse = await startGatehouse({ hostAddress, port: ports[8081], config });
  try {
    await gatehouse.untilReady();
    const origin = `http://localhost:${ports[8080]}`;
    await untilReady(application, 'the host of README.md', () => fetch(origin));
    await use({ origin, hostAddress, gatehouse });
  } finally {
    await gatehouse.stop();
    await application.end();
  }
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
