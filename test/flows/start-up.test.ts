import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, startChild, untilReady } from '../support/child.js';
import { freePort } from '../support/free-port.js';
import { MAIN } from '../support/gatehouse.js';
import { startHost } from '../support/host.js';
import { send } from '../support/http-client.js';
import { Started } from '../support/started.js';
import { tempDir } from '../support/temp-dir.js';

/** The files of scripts that ran in the processes that wrote coverage into the folder. */
function loadedFiles(folder: string): string[] {
  return readdirSync(folder)
    .flatMap((name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage).result)
    .flatMap(({ url }) => (url.startsWith('file://') ? [fileURLToPath(url)] : []));
}

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** A start is mostly the reading of modules. Their number does not depend on the machine, unlike the time. */
const MOST_FILES = 40;
/** Of a host, without those of gRPC, which an application has to share with the SDK. */
const MOST_OF_HOST = 12;

describe('The start of a daemon (docs/operations.md, Starting)', () => {
  it('reads few files, and none of the Redis client, the admin backend, the checks of hosts and the other engine', async () => {
    const started = new Started();
    const [port, metricsPort, hostPort] = [await freePort(), await freePort(), await freePort()];
    const address = `127.0.0.1:${hostPort}` as const;
    const origin = `http://127.0.0.1:${port}`;
    started.add(await startHost({ address, oauth: { issuer: origin } }), (host) => host.close());
    const coverage = tempDir('coverage');
    const daemon = await startChild(process.execPath, [MAIN, 'serve'], {
      env: {
        PATH: process.env.PATH,
        NODE_V8_COVERAGE: coverage,
        GATEHOUSE_HTTP__PORT: String(port),
        GATEHOUSE_METRICS__PORT: String(metricsPort),
        GATEHOUSE_CONSENT__ADDRESS: `127.0.0.1:${await freePort()}`,
        GATEHOUSE_HOST__ADDRESS: address,
      },
    });
    started.add(daemon, (running) => running.end());
    await untilReady(daemon, 'gatehouse', async () => {
      expect((await send(`${origin}/readyz`)).status).to.equal(200);
    });
    expect(await daemon.end()).to.deep.equal({ code: 0, signal: null });

    const files = loadedFiles(coverage);
    expect(files.length).to.be.within(5, MOST_FILES);
    const code = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    // The compiler and the bundler write classes in different ways.
    const defines = (name: string): boolean => new RegExp(`class ${name}\\b|\\b${name} = class\\b`).test(code);
    expect(defines('Attachment')).to.equal(true);
    expect(['AdminBackend', 'Redis', 'Leftovers', 'NodeServer'].filter(defines)).to.deep.equal([]);
  });
});

describe('The start of a host in TypeScript (docs/decisions/start-up.md)', () => {
  it('reads few files', async () => {
    const coverage = tempDir('coverage');
    const script = "import '@gatehouse/host'; import '@gatehouse/host/sql'; import '@gatehouse/host/admin';";
    await run(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH, NODE_V8_COVERAGE: coverage },
    });
    const files = loadedFiles(coverage).filter((file) => !file.includes('@grpc/grpc-js'));
    expect(files.length, files.join('\n')).to.be.within(3, MOST_OF_HOST);
  });
});
