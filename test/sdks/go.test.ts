import { migrate, sqliteDatabase } from '@gatehouse/host/sql';
import { expect } from 'chai';
import Database from 'libsql';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, startChild, untilReady, type Child } from '../support/child.js';
import { connectConsent, type ConsentClient } from '../support/consent-client.js';
import { eventually } from '../support/eventually.js';
import { detail, EVERY_TEST } from '../support/every-test.js';
import { freePort } from '../support/free-port.js';
import { MAIN, startGatehouse, type Gatehouse } from '../support/gatehouse.js';
import { send, sendForm } from '../support/http-client.js';
import { OAuthFlow, tokensOf } from '../support/oauth-flow.js';
import { startPostgres } from '../support/postgres.js';
import { BUILD_MS, buildGoHost, go, SDK_GO, SDK_GO_WORK, startGoHost, type GoHostSettings } from '../support/sdk-go.js';
import { canariesBesideAttacks, counts, EVERY_ELEVENTH } from '../support/smuggling.js';
import { expectNoErrors, expectNoSecrets } from '../support/stack.js';
import { tempDir } from '../support/temp-dir.js';

const TOKEN = 'a-shared-token-of-the-test';
const IN_ORDER = { code: 0, signal: null };

/** A file that the TypeScript SDK created: the tables are the same. */
async function migratedByTypeScript(): Promise<string> {
  const file = join(tempDir('sdk-go'), 'typescript.db');
  const connection = new Database(file);
  await migrate(sqliteDatabase(connection));
  connection.close();
  return `sqlite:${file}`;
}

const TYPESCRIPT_TABLES = 'SQLite with the tables of the TypeScript SDK';
const DATABASES: Readonly<Record<string, () => Promise<string>>> = {
  SQLite: async () => Promise.resolve(`sqlite:${join(tempDir('sdk-go'), 'go.db')}`),
  [TYPESCRIPT_TABLES]: migratedByTypeScript,
  PostgreSQL: async () => (await startPostgres()).createDatabase(),
};

describe('the Go SDK (sdk/go/README.md)', function () {
  this.timeout(BUILD_MS);

  it('is formatted and passes go vet', async () => {
    const files = await run('gofmt', ['-l', SDK_GO]);
    expect(files.trim()).to.equal('');
    await go('vet', './...');
  });

  it('passes its own tests, on SQLite and PostgreSQL (HC-10, HC-39, HC-59, HC-61, HC-63, HC-64, HC-65, HC-95, HC-96, HC-97)', async () => {
    const database = await (await startPostgres()).createDatabase();
    const output = await run(
      'env',
      [`GATEHOUSE_TEST_POSTGRES=${database}`, `${SDK_GO}with-debian.sh`, SDK_GO_WORK].concat([
        'test',
        '-count=1',
        // The test above has done that.
        '-vet=off',
        // The limit of mocha ends them before.
        '-timeout=60m',
        './...',
      ]),
    );
    expect(output).to.match(/^ok\s+gatehouse\.dev\/host\/drivertest\s/m);
    expect(output).to.match(/^ok\s+gatehouse\.dev\/host\/mount\s/m);
  });

  it('needs nothing but the standard library without grpchost', async () => {
    // As a module, without a network.
    const list = 'cd "$0" && GO111MODULE=on GOFLAGS= GOPROXY=off exec go list -deps ./...';
    const packages = await run('sh', ['-c', list, SDK_GO]);
    const others = packages
      .split('\n')
      .filter((name) => name.split('/')[0]?.includes('.') === true && !name.startsWith('gatehouse.dev/host'));
    expect(others).to.deep.equal([]);
  });

  it('has the messages that the .proto files describe', async () => {
    const generated = tempDir('sdk-go-generated');
    await run(`${SDK_GO}grpchost/generate.sh`, [generated]);
    for (const folder of ['hostv1', 'consentv1', 'optionsv1']) {
      const expected = join(generated, 'internal', folder);
      const committed = join(SDK_GO, 'grpchost/internal', folder);
      expect(readdirSync(committed)).to.deep.equal(readdirSync(expected));
      for (const file of readdirSync(expected)) {
        const isCurrent = readFileSync(join(committed, file), 'utf8') === readFileSync(join(expected, file), 'utf8');
        expect(isCurrent, `${folder}/${file} is current; sdk/go/grpchost/generate.sh writes it`).to.equal(true);
      }
    }
  });
});

for (const [name, createDatabase] of Object.entries(DATABASES)) {
  describe(`a host with the Go SDK on ${name} (HC-9)`, () => {
    let settings: GoHostSettings;
    let host: Child;
    let gatehouse: Gatehouse;
    let consent: ConsentClient;
    let flow: OAuthFlow;

    before(async function () {
      this.timeout(BUILD_MS);
      await buildGoHost();
      const address = `127.0.0.1:${await freePort()}`;
      gatehouse = await startGatehouse({ hostAddress: address, config: { 'host.token': TOKEN } });
      settings = {
        database: await createDatabase(),
        issuer: gatehouse.origin,
        token: TOKEN,
        address,
        mount: { address: `127.0.0.1:${await freePort()}`, target: gatehouse.origin },
      };
      host = await startGoHost(settings);
      await gatehouse.untilReady();
      consent = connectConsent(gatehouse.consentAddress);
      flow = new OAuthFlow(gatehouse.origin, consent);
    });

    after(async () => {
      consent.close();
      expect(await gatehouse.stop()).to.deep.equal(IN_ORDER);
      expect(await host.end()).to.deep.equal(IN_ORDER);
      const secrets = new Set([...flow.secrets, TOKEN]);
      expectNoSecrets(gatehouse.log(), secrets);
      expectNoSecrets(host.output(), secrets);
      expectNoErrors(gatehouse.log());
    });

    // The stores are the same SQL on SQLite, and have tests of their own on both.
    const checks = name === 'PostgreSQL' ? it : detail;
    checks('passes gatehouse check-host over gRPC, unary and streamed', async () => {
      const tokenFile = join(tempDir('check-host'), 'token');
      writeFileSync(tokenFile, `${TOKEN}\n`);
      const output = await run(process.execPath, [
        ...[MAIN, 'check-host', '--address', settings.address, '--token-file', tokenFile, '--deadline', '30s'],
        ...['--refused-user', 'deactivated'],
      ]);
      expect(output).to.match(/: all \d+ checks passed\.\n/);
      for (const check of [
        'stream/answers-by-id',
        'token/required',
        'access-token/mint-refused',
        'deadline/rolls-back',
      ]) {
        expect(output).to.match(new RegExp(`^ok +${check} `, 'm'));
      }
    });

    it('serves the whole flow of a client: register to replay (HC-24, HC-25)', async () => {
      const client = await flow.register({ token_endpoint_auth_method: 'client_secret_basic' });
      const first = await flow.tokens(client);
      const second = tokensOf(await flow.refresh(client, first.refresh_token));
      const replay = await flow.refresh(client, first.refresh_token);
      expect([replay.status, replay.json().error]).to.deep.equal([400, 'invalid_grant']);
      const successor = await flow.refresh(client, second.refresh_token);
      expect([successor.status, successor.json().error]).to.deep.equal([400, 'invalid_grant']);
      expect(await consent.revoke(second.access_token)).to.include({ revoked: false });
    });

    it('gives a client the reason why it does not mint (MINT_REFUSED)', async () => {
      const client = await flow.register();
      const answer = await flow.exchange(client, await flow.code(client, {}, 'deactivated'));
      expect(answer.json()).to.include({ error: 'invalid_grant', error_description: 'this account is deactivated' });
    });

    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      it(`recovers after a ${signal}, with its data and without a restart of the daemon (HC-1)`, async () => {
        const client = await flow.register();
        const { refresh_token } = await flow.tokens(client);
        const exit = await host.end(signal);
        if (signal === 'SIGTERM') expect(exit).to.deep.equal(IN_ORDER);
        host = await startGoHost(settings);
        await flow.untilHostAnswers();
        await eventually(async () => expect((await flow.refresh(client, refresh_token)).status).to.equal(200));
      });
    }

    // The mount has no database.
    const mounts = name === 'SQLite' ? it : detail;
    mounts(
      'keeps visitors of its mount apart, whatever an attacker sends (docs/security-shared-connections.md)',
      async () => {
        const client = await flow.register();
        const port = Number(settings.mount!.address.split(':')[1]);
        const before = await counts(gatehouse.metricsOrigin);
        const { asked, wrong } = await canariesBesideAttacks(port, client, EVERY_TEST ? 1 : EVERY_ELEVENTH);
        expect(asked).to.be.greaterThan(100);
        const now = await counts(gatehouse.metricsOrigin);
        expect(wrong, `${wrong.length} of ${asked} canaries`).to.deep.equal([]);
        expect(now.notForwarded - before.notForwarded, 'requests for /readyz').to.equal(0);
        expect(now.refused - before.refused, 'malformed requests that the daemon saw').to.equal(0);
      },
    );
  });
}

/** The files of the README's application, by their names. */
function readmeFiles(): Map<string, string> {
  const readme = readFileSync(join(SDK_GO, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```go ([\w.]+)\n([\s\S]*?)^```$/gm)];
  return new Map(blocks.map(([, name = '', text = '']) => [name, text]));
}

describe('the application in the README of the Go SDK', function () {
  this.timeout(BUILD_MS);
  let application: Child;
  let gatehouse: Gatehouse;
  let consent: ConsentClient;
  let origin: string;

  before(async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const port = await freePort();
    origin = `http://localhost:${port}`;
    gatehouse = await startGatehouse({ hostAddress: address });
    consent = connectConsent(gatehouse.consentAddress);
    const places: Readonly<Record<string, string>> = {
      '127.0.0.1:9090': address,
      '127.0.0.1:9091': gatehouse.consentAddress,
      'http://127.0.0.1:8081': gatehouse.origin,
      'http://localhost:8080': origin,
      '127.0.0.1:8080': `127.0.0.1:${port}`,
    };
    const folder = join(SDK_GO_WORK, 'src/readme');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const files = readmeFiles();
    expect([...files.keys()]).to.deep.equal(['main.go', 'pages.go', 'http.go', 'tokens.go', 'usual.go']);
    for (const [name, text] of files) {
      const placed = Object.entries(places).reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
      writeFileSync(join(folder, name), placed);
      expect(await run('gofmt', ['-l', join(folder, name)]), `${name} is formatted`).to.equal('');
    }
    await go('vet', 'readme');
    await go('build', '-o', `${SDK_GO_WORK}readme`, 'readme');
    application = await startChild(`${SDK_GO_WORK}readme`, [], { cwd: tempDir('readme') });
    await untilReady(application, 'the application', () => send(`${origin}/apps`));
    await gatehouse.untilReady();
  });

  after(async () => {
    consent.close();
    expect(await gatehouse.stop()).to.deep.equal(IN_ORDER);
    expect(await application.end()).to.deep.equal(IN_ORDER);
    expect(application.output()).to.equal('');
  });

  it('connects a client, serves it, and disconnects it (AS-2)', async () => {
    const flow = new OAuthFlow(origin, consent);
    const signedIn = { cookie: 'user=ada' };
    const submit = (path: string, pairs: Readonly<Record<string, string>>) =>
      sendForm(`${origin}${path}`, pairs, { ...signedIn, origin });

    const client = await flow.register({ client_name: 'Ada’s <assistant>' });
    const { requestId, verifier } = await flow.pending(client);
    const page = `/connect?request=${requestId}`;
    expect((await send(origin + page)).headers.location).to.equal('/sign-in');
    const shown = await send(origin + page, { headers: signedIn });
    expect(shown.body).to.contain('Connect client.example?').and.contain('Ada’s &lt;assistant&gt;');
    expect((await sendForm(origin + page, { decision: 'allow' }, signedIn)).status).to.equal(403);
    expect((await submit(page, { decision: 'allow' })).status).to.equal(400);

    const granted = await submit(page, { decision: 'allow', scope: 'read' });
    const code = new URL(granted.headers.location ?? '').searchParams.get('code') ?? '';
    expect((await send(origin + page, { headers: signedIn })).status).to.equal(404);
    const { access_token } = tokensOf(await flow.exchange(client, { code, verifier }));

    const guest = await send(`${origin}/mcp`);
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    expect([guest.status, guest.headers['www-authenticate']]).to.deep.equal([
      401,
      `Bearer resource_metadata="${metadata}"`,
    ]);
    expect((await send(metadata)).json()).to.include({ resource: `${origin}/mcp` });
    const authorization = { authorization: `Bearer ${access_token}` };
    expect((await send(`${origin}/mcp`, { headers: authorization })).body).to.match(/^Hello ada, .* may \[read\]/);

    const apps = await send(`${origin}/apps`, { headers: signedIn });
    const lineage = /name="lineage" value="([^"]+)"/.exec(apps.body)?.[1] ?? '';
    expect((await submit('/apps', { lineage })).body).to.contain('None.');
    expect((await send(`${origin}/mcp`, { headers: authorization })).status).to.equal(401);
  });
});
