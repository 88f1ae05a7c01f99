import { expect } from 'chai';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild, untilReady } from '../support/child.js';
import { freePort } from '../support/free-port.js';
import { run } from '../support/run.js';
import { tempDir } from '../support/temp-dir.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const INSTALLED = join(ROOT, 'node_modules');

/** An application that has installed the SDK with one of its databases, and nothing else. */
const APPLICATION = `
import type { AccessTokenIssuer, ConsentClient, HostOptions } from '@gatehouse/host';
import { Abort, createConsentClient, createHost, GatehouseUnavailable, mountGatehouse } from '@gatehouse/host';
import { createOpaqueTokenIssuer, createSqlBackend, migrate, sqliteDatabase } from '@gatehouse/host/sql';
import Database from 'libsql';
import { createServer } from 'node:http';

const database = sqliteDatabase(new Database(':memory:'));
await migrate(database);
const issuer = createOpaqueTokenIssuer(database);
const options: HostOptions = {
  applicationName: 'Installed',
  address: '127.0.0.1:0',
  oauth: { issuer: 'http://localhost:8080', resource: 'http://localhost:8080/mcp', accessTokenTtl: '1h' },
  backend: createSqlBackend({ database, issuer }),
};
const host = createHost(options);
const { address } = await host.listen();

const consent: ConsentClient = createConsentClient({ address: '127.0.0.1:1' });
const outcome = await consent.revoke('token').catch((error: unknown) => error);
export const refuse: AccessTokenIssuer['mint'] = () => Promise.reject(new Abort('mint_refused', 'not today'));
createServer(mountGatehouse({ target: 'http://127.0.0.1:1' }));
console.log(address, outcome instanceof GatehouseUnavailable);
process.once('SIGTERM', () => {
  consent.close();
  void host.close();
});
`;

/** The TypeScript block of the SDK's README that is marked with the name. */
function block(name: string): string {
  const readme = readFileSync(join(ROOT, 'sdk/typescript/README.md'), 'utf8');
  return new RegExp(`^\`\`\`ts ${name}\n([^]*?)^\`\`\``, 'm').exec(readme)?.[1] ?? '?';
}

/** The README's admin backend, served over a table with something in it. */
function readmeAdmin(): string {
  return `
import { createHost } from '@gatehouse/host';
const before = new Database('shop.db');
before.exec(\`
  create table categories (id integer primary key, name text not null, archived integer not null);
  create table products (id integer primary key, name text not null, price numeric not null, category_id integer,
    owner text not null, version integer not null default 1);
  insert into categories (name, archived) values ('Lamps', 0), ('Old lamps', 1);
  insert into products (name, price, category_id, owner) values ('Lamp', 19.9, 1, 'ada'), ('Leaflet', 0, null, 'ada');
\`);
before.close();
${block('admin')}
const host = createHost({ applicationName: 'Shop', address: '127.0.0.1:0', admin });
console.log((await host.listen()).address, 'listens');
process.once('SIGTERM', () => void host.close());
`;
}

/** The other TypeScript blocks, in what they leave out. */
function readmeSnippets(): string {
  return `
import type { AccessTokenIssuer, CodeStore } from '@gatehouse/host';
import type { SqlTokenIssuer } from '@gatehouse/host/sql';
import { Abort } from '@gatehouse/host';
declare const MyIssuer: new (connection: unknown) => AccessTokenIssuer;
${block('issuer')}
export class Codes implements Pick<CodeStore, 'spend'> {
  readonly codes = new Map<string, { spent?: { at: Date; lineageId: string } }>();
  ${block('store')}
}
export { issuer };
`;
}

/** What npm would publish, unpacked into an empty project with only what its package.json names. */
describe('the published packages, installed into an empty project', function () {
  this.timeout(300_000);

  async function install(
    workspace: string[],
    peers: readonly string[],
  ): Promise<{ project: string; installed: string }> {
    const project = tempDir('project');
    const packed = await run('npm', ['pack', '--silent', ...workspace, '--pack-destination', project], { cwd: ROOT });
    const tarball = join(project, /\S+\.tgz/.exec(packed)?.[0] ?? '');
    await run('tar', ['-xzf', tarball, '-C', project]);
    const { name, dependencies } = JSON.parse(readFileSync(join(project, 'package/package.json'), 'utf8')) as {
      name: string;
      dependencies: Record<string, string>;
    };
    const installed = join(project, 'node_modules', name);
    mkdirSync(dirname(installed), { recursive: true });
    await run('mv', [join(project, 'package'), installed]);
    for (const dependency of [...Object.keys(dependencies), ...peers]) {
      const link = join(project, 'node_modules', dependency);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(INSTALLED, dependency), link);
    }
    return { project, installed };
  }

  it('@gatehouse/host: compiles strictly, serves a host, and carries the contract', async () => {
    const { project, installed } = await install(['-w', '@gatehouse/host'], ['libsql', '@types/node']);
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(project, 'host.ts'), APPLICATION);
    writeFileSync(join(project, 'admin.ts'), readmeAdmin());
    writeFileSync(join(project, 'readme.ts'), readmeSnippets());
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const target = ['--module', 'NodeNext', '--target', 'ES2022', '--types', 'node'];
    const compiler = join(INSTALLED, 'typescript/bin/tsc');
    // Without skipLibCheck: the package's own declarations must not lean on types that only this repository has.
    await run(process.execPath, [compiler, ...strict, ...target, 'host.ts', 'admin.ts', 'readme.ts'], {
      cwd: project,
    });

    const host = await startChild(process.execPath, ['host.js'], { cwd: project });
    await untilReady(host, 'the host', () => expect(host.output()).to.match(/^127\.0\.0\.1:\d+ true$/m));
    const [address = ''] = host.output().split(' ');
    const gatehouse = join(ROOT, 'dist/daemon/main.js');
    await run(process.execPath, [gatehouse, 'check-host', '--address', address, '--only', 'round-trip']);
    expect(await host.end()).to.deep.equal({ code: 0, signal: null });

    const shop = await startChild(process.execPath, ['admin.js'], { cwd: project });
    await untilReady(shop, 'the admin backend of the README', () => expect(shop.output()).to.contain('listens'));
    const [shopAddress = ''] = shop.output().split(' ');
    for (const only of ['directory', 'records']) {
      await run(process.execPath, [gatehouse, 'check-host', '--address', shopAddress, '--only', only]);
    }
    expect(await shop.end()).to.deep.equal({ code: 0, signal: null });

    const contract = (root: string): string =>
      readFileSync(join(root, 'proto/gatehouse/host/v1/backend.proto'), 'utf8');
    expect(contract(join(installed, 'dist'))).to.equal(contract(ROOT));
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).to.equal(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  });

  it('gatehouse: runs from what it carries, the contract and the scripts for Redis among it', async () => {
    const { project, installed } = await install([], []);
    const main = join(installed, 'dist/daemon/main.js');
    const port = await freePort();
    const daemon = await startChild(process.execPath, [main, 'serve'], {
      cwd: project,
      env: {
        PATH: process.env.PATH,
        GATEHOUSE_HTTP__PORT: String(port),
        GATEHOUSE_METRICS__PORT: '0',
        GATEHOUSE_CONSENT__ADDRESS: `unix:${project}/consent.sock`,
        GATEHOUSE_HOST__ADDRESS: `unix:${project}/host.sock`,
      },
    });
    await untilReady(daemon, 'gatehouse', () => fetch(`http://127.0.0.1:${port}/healthz`));
    expect(await daemon.end()).to.deep.equal({ code: 0, signal: null });
    expect(await run('ls', [join(installed, 'dist/daemon/state/redis/scripts')])).to.match(/\.lua$/m);
  });
});
