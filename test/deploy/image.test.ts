import { expect } from 'chai';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { startGatehouse } from '../support/gatehouse.js';
import { startHost, type TestHost } from '../support/host.js';
import { run, startChild } from '../support/child.js';
import { tempDir } from '../support/temp-dir.js';
import { parseDockerfile } from './dockerfile.js';
import { read, ROOT } from './repository.js';

const STAGES = parseDockerfile(read('deploy/Dockerfile'));
const BUILD = '/src/';

/** Needs no container engine: lays out the same files in a directory and runs the daemon there. */
describe("The daemon's image (deploy/Dockerfile)", function () {
  this.timeout(60_000);
  let host: TestHost;
  let hostAddress: `127.0.0.1:${number}`;
  before(async () => {
    hostAddress = `127.0.0.1:${await freePort()}`;
    host = await startHost({ address: hostAddress, oauth: { issuer: 'http://localhost:8080' } });
  });
  after(() => host.close());

  it('is based on official images with glibc, named without a registry', () => {
    for (const { image } of STAGES) expect(image).to.match(/^node:\d+-(bookworm|trixie)-slim$/);
  });

  it('copies only files that exist after a build', () => {
    for (const { name, copies } of STAGES) {
      for (const { from, sources } of copies) {
        for (const source of sources) {
          const path = from === undefined ? source : source.slice(BUILD.length);
          expect(existsSync(join(ROOT, path)), `${name}: ${source}`).to.equal(true);
        }
      }
    }
  });

  it('runs as an unprivileged user, and Docker asks the daemon itself for its health', () => {
    for (const name of ['daemon', 'demo']) {
      const instructions = STAGES.find((stage) => stage.name === name)?.instructions ?? [];
      expect(instructions.filter(([keyword]) => keyword === 'USER')).to.deep.equal([['USER', 'node']]);
      expect(instructions.map(([keyword]) => keyword)).to.include('HEALTHCHECK');
    }
    expect(STAGES.at(-1)).to.have.property('name', 'daemon', 'the default target');
    expect(STAGES.at(-1)?.instructions).to.deep.include.members([
      ['ENTRYPOINT', '["/opt/gatehouse/dist/daemon/main.js"]'],
      ['CMD', '["serve"]'],
    ]);
  });

  it('holds all that the daemon needs: it becomes ready, and its health check reports it', async () => {
    const main = layOutDaemon((packages) => symlink('uWebSockets.js', packages));
    const port = await freePort();
    const gatehouse = await startGatehouse({ hostAddress, port, main });
    await gatehouse.untilReady();
    const env = { PATH: process.env.PATH, GATEHOUSE_HTTP__PORT: String(port) };
    expect(await run(main, ['healthcheck'], { env })).to.contain('"ready"');
    await gatehouse.stop();
    const { code } = await (await startChild(main, ['healthcheck'], { env })).exited;
    expect(code, 'of a daemon that is gone').to.equal(1);
  });

  it('starts without the binary of uWebSockets.js if http.engine is node, and otherwise names that setting', async () => {
    const main = layOutDaemon((packages) => {
      const from = join(ROOT, 'node_modules/uWebSockets.js');
      for (const file of ['package.json', 'uws.js']) cpSync(join(from, file), join(packages, 'uWebSockets.js', file));
    });
    const gatehouse = await startGatehouse({ hostAddress, main, engine: 'node' });
    await gatehouse.untilReady();
    await gatehouse.stop();
    const env = { PATH: process.env.PATH, GATEHOUSE_CONSENT__ADDRESS: `127.0.0.1:${await freePort()}` };
    const refused = await startChild(main, ['serve', '--set', 'metrics.port=0'], { env });
    expect((await refused.exited).code).to.equal(1);
    expect(refused.output()).to.contain('set http.engine to "node"');
  });
});

/**
 * Copies the files of the last stage into a new directory, with links for the packages. Returns the daemon's program.
 */
function layOutDaemon(addEngine: (packages: string) => void): string {
  const directory = tempDir('image');
  const packages = join(directory, 'node_modules');
  mkdirSync(packages);
  for (const { sources, to } of STAGES.at(-1)?.copies ?? []) {
    for (const source of sources.filter((path) => path !== `${BUILD}node_modules`)) {
      const path = source.slice(BUILD.length);
      const target = to.endsWith('/') ? join(directory, to, path) : join(directory, to);
      cpSync(join(ROOT, path), target, { recursive: true });
    }
  }
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (!['uWebSockets.js', '@gatehouse'].includes(name) && !name.startsWith('.')) symlink(name, packages);
  }
  // As npm links it in the image: the contract is a workspace, so the image has to contain it.
  mkdirSync(join(packages, '@gatehouse'));
  symlinkSync('../../proto', join(packages, '@gatehouse/proto'));
  addEngine(packages);
  return join(directory, 'dist/daemon/main.js');
}

function symlink(name: string, packages: string): void {
  symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
}
