import { expect } from 'chai';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bom, problemsOf } from '../deploy/cyclonedx.js';
import { run, startChild, untilReady } from '../support/child.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { ROOT } from '../support/installed.js';
import { Started } from '../support/started.js';
import { tempDir } from '../support/temp-dir.js';
import { bareDebian } from './base.js';
import { copyCheckout, makeDist, packed } from './checkouts.js';
import { runDemoFlow } from './demo-flow.js';
import { startMachine } from './machine.js';

/** A user of the bare Debian without rights. */
const USER = '65534';

/** An application that has only what npm installed for it. */
const APPLICATION = `
import { createHost } from '@gatehouse/host';
import { createOpaqueTokenIssuer, createSqlBackend, migrate, sqliteDatabase } from '@gatehouse/host/sql';
import Database from 'libsql';

const database = sqliteDatabase(new Database(':memory:'));
await migrate(database);
const issuer = createOpaqueTokenIssuer(database);
const host = createHost({
  applicationName: 'Installed',
  address: process.argv[2],
  oauth: { issuer: 'http://localhost:8080', resource: 'http://localhost:8080/mcp' },
  backend: createSqlBackend({ database, issuer }),
});
await host.listen();
console.log('listens');
`;

/** Where the archive and the packages come from: `make dist` in two copies of this checkout. */
describe('make dist', function () {
  this.timeout(60 * 60_000);
  let output: string;
  const artifact = (pattern: RegExp): string => {
    const found = packed(output).filter((path) => pattern.test(path));
    expect(found, String(pattern)).to.have.length(1);
    return found[0]!;
  };

  it('writes the same bytes in two checkouts with other paths, modes, time zones and languages', async () => {
    const checkouts = [await copyCheckout('022'), await copyCheckout('077')] as const;
    const first = await makeDist(checkouts[0], '022', { TZ: 'UTC', LC_ALL: 'C' });
    const second = await makeDist(checkouts[1], '077', { TZ: 'Asia/Tokyo', LC_ALL: 'C.UTF-8' });
    expect(readFileSync(join(second, 'SHA256SUMS'), 'utf8')).to.equal(readFileSync(join(first, 'SHA256SUMS'), 'utf8'));
    await run('diff', ['--recursive', '--brief', first, second]);
    await run('sha256sum', ['--check', '--quiet', join(first, 'SHA256SUMS')], { cwd: first });
    console.log(readFileSync(join(first, 'SHA256SUMS'), 'utf8').trimEnd());
    output = first;
  });

  it('its npm packages install into an empty project, and npx gatehouse serves and checks there', async () => {
    const parts = new Started();
    const project = tempDir('project');
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
    writeFileSync(join(project, 'app.js'), APPLICATION);
    const tarballs = packed(output).filter((path) => path.endsWith('.tgz'));
    expect(tarballs).to.have.length(3);
    const sdk = JSON.parse(readFileSync(join(ROOT, 'sdk/typescript/package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const wanted = [...tarballs, `libsql@${sdk.devDependencies['libsql']}`];
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...wanted], { cwd: project });
    const installed = await run('npm', ['ls', '--all', '--parseable', '--loglevel', 'silent'], { cwd: project });
    expect(installed).not.to.match(/node_modules\/(?:typia|@typia\/\w+|typescript|vite|react)$/m);

    const [port, metricsPort, hostPort] = [await freePort(), await freePort(), await freePort()];
    const application = parts.add(
      await startChild(process.execPath, ['app.js', `127.0.0.1:${hostPort}`], { cwd: project }),
      (child) => child.end(),
    );
    await untilReady(application, 'the application', () => expect(application.output()).to.contain('listens'));
    const env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      GATEHOUSE_HTTP__PORT: String(port),
      GATEHOUSE_METRICS__PORT: String(metricsPort),
      GATEHOUSE_HOST__ADDRESS: `127.0.0.1:${hostPort}`,
      GATEHOUSE_CONSENT__ADDRESS: `unix:${project}/consent.sock`,
    };
    const npx = (...args: string[]) => run('npx', ['--no-install', 'gatehouse', ...args], { cwd: project, env });
    expect(await npx('version')).to.contain(manifestOf(project, 'gatehouse').version);
    await npx('check');
    const program = join(project, 'node_modules/.bin/gatehouse');
    const daemon = parts.add(await startChild(program, ['serve'], { cwd: project, env }), (child) => child.end());
    await untilReady(daemon, 'gatehouse', async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      if (answer.status !== 200) throw new Error(await answer.text());
    });
    const metadata = await fetch(`http://127.0.0.1:${port}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).to.include({ issuer: 'http://localhost:8080' });
    expect(await daemon.end()).to.deep.equal({ code: 0, signal: null });
    await parts.close();
  });

  for (const kind of ['wheel', 'source distribution'] as const) {
    it(`its ${kind} installs into an empty environment`, async () => {
      const environment = tempDir('venv');
      await run('/usr/bin/python3', ['-m', 'venv', environment]);
      const file = artifact(kind === 'wheel' ? /\.whl$/ : /python\/.*\.tar\.gz$/);
      // The wheel needs nothing else. From sources, pip downloads the tool that builds it.
      const source = kind === 'wheel' ? ['--no-index'] : [];
      await run(join(environment, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...source, file]);
      const use =
        'import gatehouse_host, importlib.metadata as m; print(m.version("gatehouse-host"), gatehouse_host.__file__)';
      const said = await run(join(environment, 'bin/python'), ['-I', '-c', use], { cwd: environment });
      expect(said)
        .to.contain(environment)
        .and.to.match(/^\d+\.\d+\.\d+ /);
    });
  }

  it('its archive serves the demo on a Debian with nothing installed, as a user without rights', async () => {
    const parts = new Started();
    const root = await bareDebian();
    chmodSync(root, 0o755);
    const home = join(root, 'opt/gatehouse');
    mkdirSync(home);
    const unpack = ['--strip-components', '1', '--directory', home];
    await run('tar', ['-xzf', artifact(/gatehouse-[\d.]+-linux-\w+\.tar\.gz$/), ...unpack]);

    const machine = parts.add(await startMachine(), (started) => started.stop());
    const inDebian = (...command: string[]): string[] => [
      ...['--ignore-environment', 'PATH=/usr/bin:/bin', 'GATEHOUSE_HTTP__TRUSTED_PROXIES=127.0.0.1'],
      ...['GATEHOUSE_BACKEND__ROOT=/opt/gatehouse', 'GATEHOUSE_APP__URL=http://localhost:8080'],
      'GATEHOUSE_ADMIN__JWT__SECRET=a secret of this proof, of more than 32 bytes',
      ...['/usr/sbin/chroot', `--userspec=${USER}:${USER}`, root, ...command],
    ];
    const shell = (script: string) => machine.run('env', inDebian('sh', '-ec', script));
    await shell('cd /opt/gatehouse && sha256sum --check --quiet SHA256SUMS && ! command -v node');
    const sums = readFileSync(join(home, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(sums).to.have.length(files.length - 1, 'every file but the list itself');

    const bom = JSON.parse(readFileSync(join(home, 'sbom.cdx.json'), 'utf8')) as Bom;
    expect(problemsOf(bom)).to.deep.equal([]);
    const versions = new Map(bom.components.map(({ name, version }) => [name, version]));
    expect((await shell('/opt/gatehouse/runtime/node --version')).trim()).to.equal(`v${versions.get('node')}`);
    expect((await shell('/opt/gatehouse/gatehouse version')).trim()).to.contain(manifestOf(ROOT).version);
    for (const { parentPath, name } of files.filter((entry) => entry.name === 'package.json')) {
      if (!parentPath.includes('node_modules')) continue;
      const own = JSON.parse(readFileSync(join(parentPath, name), 'utf8')) as { name?: string; version?: string };
      if (own.name !== undefined && own.version !== undefined)
        expect(versions.get(own.name), own.name).to.equal(own.version);
    }

    cpSync(join(ROOT, 'plugins'), join(home, 'plugins'), { recursive: true });
    const demo = { DEMO_DATA: tempDir('demo') };
    await machine.start(process.execPath, [join(ROOT, 'dist/demo/server.js')], { env: demo });
    const daemon = await machine.start('env', inDebian('/opt/gatehouse/gatehouse', 'serve'));
    await eventually(async () =>
      expect(await machine.get('http://127.0.0.1:9464/readyz'), daemon.output()).to.match(/^HTTP\S+ 200/),
    );
    await runDemoFlow(machine, 'http://localhost:8080');
    expect(await machine.get('http://localhost:8080/backend')).to.match(/^HTTP\S+ 200/);
    await machine.run('pkill', ['-TERM', '-U', USER]);
    expect(await daemon.exited, daemon.output()).to.deep.equal({ code: 0, signal: null });
    await parts.close();
  });
});

function manifestOf(folder: string, name?: string): { readonly version: string } {
  const path = name === undefined ? folder : join(folder, 'node_modules', name);
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as { version: string };
}
