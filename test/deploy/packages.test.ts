import { expect } from 'chai';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, untilReady, run } from '../support/child.js';
import { detail } from '../support/every-test.js';
import { freePort } from '../support/free-port.js';
import { install, INSTALLED, ROOT } from '../support/installed.js';

/** An application with only the SDK and one of its databases installed. */
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

/** The TypeScript block of the SDK's README with this name. */
function block(name: string): string {
  const readme = readFileSync(join(ROOT, 'sdk/typescript/README.md'), 'utf8');
  return new RegExp(`^\`\`\`ts ${name}\n([^]*?)^\`\`\``, 'm').exec(readme)?.[1] ?? '?';
}

/** The README's admin backend, served over a table with a row. */
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

/** The parts that the other TypeScript blocks leave out. */
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

/** A project that implements the contract directly: services, types and .proto files, from the package alone. */
const CONTRACT = `
import { outgoingMetadata } from '@gatehouse/proto/metadata';
import { redact } from '@gatehouse/proto/redact';
import { healthCheck, rpcOf } from '@gatehouse/proto/rpc';
import { backendService } from '@gatehouse/proto/services';
import { fromTimestamp, toTimestamp } from '@gatehouse/proto/time';
import type { Client } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const client: Client = { clientId: 'id', secretHash: Buffer.from('hash'), registeredAt: toTimestamp(1500) };
const { serialize, name } = rpcOf(backendService.Transact);
const bytes = serialize({ operations: [{ createClient: { client, cap: 1 } }] });
const { operations } = backendService.Transact.requestDeserialize(bytes);
const sent = operations[0]?.createClient?.client;
const file = fileURLToPath(import.meta.resolve('@gatehouse/proto/gatehouse/host/v1/backend.proto'));
console.log(JSON.stringify([
  name, healthCheck.name, sent?.clientId, sent?.registeredAt && fromTimestamp(sent.registeredAt),
  redact('gatehouse.host.v1.Client', { secretHash: client.secretHash }).secretHash,
  outgoingMetadata({ requestId: 'r-1' }, undefined).get('x-request-id'),
  readFileSync(file, 'utf8').includes('service BackendService'),
]));
`;

/**
 * The packages as `make dist` packs them, unpacked into an empty project with only the dependencies in its
 * package.json.
 */
describe('the published packages, installed into an empty project', () => {
  const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  // Without the declarations of a browser, which are most of what the compiler would check; a server has none.
  const TARGET = ['--module', 'NodeNext', '--target', 'ES2022', '--lib', 'ES2022', '--types', 'node'];

  let compiledOnce: Promise<string> | undefined;

  /**
   * A project with both libraries, compiled in one run, because the compiler reads the declarations of Node.js for seconds. Without
   * skipLibCheck: the packages' own declarations must not depend on types that only this repository has.
   */
  function compiled(): Promise<string> {
    return (compiledOnce ??= compile());
  }

  async function compile(): Promise<string> {
    const project = await install(['@gatehouse/proto', '@gatehouse/host'], ['libsql', '@types/node']);
    const files = {
      'contract.ts': CONTRACT,
      'host.ts': APPLICATION,
      'admin.ts': readmeAdmin(),
      'readme.ts': readmeSnippets(),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
    const compiler = join(INSTALLED, 'typescript/bin/tsc');
    await run(process.execPath, [compiler, ...STRICT, ...TARGET, ...Object.keys(files)], { cwd: project });
    return project;
  }

  function expectLicense(project: string, name: string): void {
    const license = (folder: string): string => readFileSync(join(folder, 'LICENSE'), 'utf8');
    expect(license(join(project, 'node_modules', name))).to.equal(license(ROOT));
  }

  detail('@gatehouse/proto: compiles strictly, converts messages, and contains the contract', async () => {
    const project = await install(['@gatehouse/proto'], []);
    cpSync(join(await compiled(), 'contract.js'), join(project, 'contract.js'));
    const printed = await run(process.execPath, ['contract.js'], { cwd: project });
    expect(JSON.parse(printed)).to.deep.equal([
      ...['BackendService.Transact', 'Health.Check', 'id', 1500, '[secret]'],
      ...[['r-1'], true],
    ]);
    const contract = (folder: string): string => readFileSync(join(folder, 'gatehouse/host/v1/backend.proto'), 'utf8');
    expect(contract(join(project, 'node_modules/@gatehouse/proto'))).to.equal(contract(join(ROOT, 'proto')));
    expectLicense(project, '@gatehouse/proto');
  });

  it('@gatehouse/host: compiles strictly, and serves a host', async () => {
    const project = await compiled();
    const host = await startChild(process.execPath, ['host.js'], { cwd: project });
    await untilReady(host, 'the host', () => expect(host.output()).to.match(/^127\.0\.0\.1:\d+ true$/m));
    const [address = ''] = host.output().split(' ');
    const gatehouse = join(ROOT, 'dist/daemon/main.js');
    await run(process.execPath, [
      gatehouse,
      'check-host',
      '--address',
      address,
      '--deadline',
      '30s',
      '--only',
      'round-trip',
    ]);
    expect(await host.end()).to.deep.equal({ code: 0, signal: null });

    const shop = await startChild(process.execPath, ['admin.js'], { cwd: project });
    await untilReady(shop, 'the admin backend of the README', () => expect(shop.output()).to.contain('listens'));
    const [shopAddress = ''] = shop.output().split(' ');
    for (const only of ['directory', 'records']) {
      await run(process.execPath, [
        gatehouse,
        'check-host',
        '--address',
        shopAddress,
        '--deadline',
        '30s',
        '--only',
        only,
      ]);
    }
    expect(await shop.end()).to.deep.equal({ code: 0, signal: null });

    expectLicense(project, '@gatehouse/host');
  });

  it('gatehouse: runs with the packages that its manifest names, and contains the Redis scripts', async () => {
    const project = await install(['gatehouse'], []);
    const installed = join(project, 'node_modules/gatehouse');
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
