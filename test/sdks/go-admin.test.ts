import { expect } from 'chai';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../support/child.js';
import { usual } from '../support/every-test.js';
import { freePort } from '../support/free-port.js';
import { MAIN } from '../support/gatehouse.js';
import { send } from '../support/http-client.js';
import { ROOT } from '../support/installed.js';
import { startPostgres } from '../support/postgres.js';
import { BUILD_MS, buildGoHost, go, SDK_GO, SDK_GO_WORK, startGo } from '../support/sdk-go.js';
import { tempDir } from '../support/temp-dir.js';

const TOKEN = 'a-shared-token-of-the-test';
const IN_ORDER = { code: 0, signal: null };

const sqlite = async (): Promise<string> => Promise.resolve(`sqlite:${join(tempDir('go-admin'), 'shop.db')}`);
const postgres = async (): Promise<string> => `${await (await startPostgres()).createDatabase()}?sslmode=disable`;

interface Combination {
  readonly name: string;
  readonly database: () => Promise<string>;
  readonly target: (grpc: string, http: string) => readonly string[];
}

const OVER_GRPC = (grpc: string): readonly string[] => ['--address', grpc];
const overHttp =
  (encoding: string) =>
  (_grpc: string, http: string): readonly string[] => ['--url', `http://${http}`, '--encoding', encoding];

const ALL: readonly Combination[] = [
  { name: 'gRPC and PostgreSQL', database: postgres, target: OVER_GRPC },
  { name: 'HTTP with JSON and SQLite', database: sqlite, target: overHttp('json') },
  { name: 'gRPC and SQLite', database: sqlite, target: OVER_GRPC },
  { name: 'HTTP with JSON and PostgreSQL', database: postgres, target: overHttp('json') },
  { name: 'HTTP with protobuf and SQLite', database: sqlite, target: overHttp('proto') },
  { name: 'HTTP with protobuf and PostgreSQL', database: postgres, target: overHttp('proto') },
];
/** Some checks of each ability: they run only if the host announces it. */
const CHECKED = [
  ...['records/written-values', 'sessions/reads', 'bulk/walk', 'bulk/delete-matching', 'accounts/caller-as-stored'],
  ...['session-list/end', 'second-factors/recovery-codes', 'passkeys/app', 'views/limit', 'search/pages-of-lists'],
  ...['import/creates-all', 'import/repeated', 'import/all-or-none', 'import/deadline-rolls-back', 'import/labels'],
  ...['import/updates', 'import/updates-nothing-stale', 'import/walk-in-form-scope'],
];

/** The SDK answers each transport from the same functions, so `make test` needs one; `make every-test` runs all of them. */
const COMBINATIONS = usual(ALL);

describe('the admin half of the Go SDK (sdk/go/README.md)', function () {
  this.timeout(BUILD_MS);

  before(async () => {
    await buildGoHost('adminhost');
  });

  it('has the messages that the .proto files describe', async () => {
    await run('/usr/bin/python3', [join(SDK_GO, 'internal/contract/generate.py'), '--check']);
  });

  for (const { name, database, target } of COMBINATIONS) {
    it(`passes gatehouse check-host over ${name}, writing too (HC-9)`, async () => {
      const [grpc, http] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
      const env = { HOST_DATABASE: await database(), HOST_TOKEN: TOKEN, HOST_ADDRESS: grpc, HOST_HTTP: http };
      const host = await startGo('adminhost', env, http);
      const tokenFile = join(tempDir('check-host'), 'token');
      writeFileSync(tokenFile, `${TOKEN}\n`);
      const output = await run(process.execPath, [
        ...[MAIN, 'check-host', ...target(grpc, http), '--token-file', tokenFile, '--deadline', '30s'],
        ...['--scratch', '--partial', 'stats'],
      ]);
      expect(output).to.match(/: all \d+ checks passed\.\n/);
      for (const check of CHECKED) {
        expect(output).to.match(new RegExp(`^ok +${check} `, 'm'));
      }
      expect(await host.end()).to.deep.equal(IN_ORDER);
    });
  }

  it('describes the application in the README, with its controller and settings, which fit the YAML that it names (sdk/go/README.md)', async () => {
    const readme = readFileSync(join(SDK_GO, 'README.md'), 'utf8');
    const text = /^```go admin\/main\.go\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? '';
    const port = await freePort();
    const folder = join(SDK_GO_WORK, 'src/readme-admin');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'main.go'), text.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`));
    expect(await run('gofmt', ['-l', folder])).to.equal('');
    await go('vet', 'readme-admin');
    await go('build', '-o', `${SDK_GO_WORK}readme-admin`, 'readme-admin');
    const address = `127.0.0.1:${port}`;
    const host = await startGo('readme-admin', { GATEHOUSE_HOST__TOKEN: TOKEN }, address);
    const answer = await send(`http://${address}/gatehouse.host.v1.HostService/Describe`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).to.equal(200);
    const { admin } = answer.json() as { admin: Record<string, Record<string, unknown>[]> };
    expect(admin.controllers?.map(({ id, model }) => [id, model])).to.deep.equal([
      ['acme.shop.products', 'Acme\\Shop\\Models\\Product'],
    ]);
    const checked = await run(process.execPath, [MAIN, 'check'], {
      env: {
        PATH: process.env.PATH,
        GATEHOUSE_HOST__URL: `http://${address}`,
        GATEHOUSE_HOST__ENCODING: 'json',
        GATEHOUSE_HOST__TOKEN: TOKEN,
        GATEHOUSE_BACKEND__ROOT: pluginOfThePythonReadme(),
      },
    });
    expect(checked).to.match(/^OK: 1 controller, 1 settings screen/m);
    await host.end();
  });
});

/** The files of sdk/python/README.md, without what sdk/go/README.md tells to leave out. Returns the folder of plugins/. */
function pluginOfThePythonReadme(): string {
  const root = tempDir('plugins');
  const page = readFileSync(join(ROOT, 'sdk/python/README.md'), 'utf8');
  for (const [, path = '', text = ''] of page.matchAll(/^```(?:yaml|html) (plugins\/\S+)\n([\s\S]*?)^```$/gm)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    const kept = text
      .replace(/^ +unit: .*\n/m, '')
      .replace(', unit', '')
      .replace(', { name: archive, selection: required }', '')
      .replace('headerPartial: counts\n', '');
    writeFileSync(join(root, path), kept);
  }
  return root;
}
