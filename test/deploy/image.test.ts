import { expect } from 'chai';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { startGatehouse } from '../support/gatehouse.js';
import { startHost, type TestHost } from '../support/host.js';
import { run, startChild } from '../support/child.js';
import { copyOfDaemonFolder, daemonFolder } from './daemon-folder.js';
import { parseDockerfile } from './dockerfile.js';
import { read, ROOT } from './repository.js';

const STAGES = parseDockerfile(read('deploy/Dockerfile'));
const BUILD = '/src/';
const MAIN = 'dist/daemon/main.js';

/** Needs no container engine: writes the same files to a directory and runs the daemon there. `make image` builds it. */
describe("The daemon's image (deploy/Dockerfile)", () => {
  let host: TestHost;
  let hostAddress: `127.0.0.1:${number}`;
  before(async () => {
    hostAddress = `127.0.0.1:${await freePort()}`;
    host = await startHost({ address: hostAddress, oauth: { issuer: 'http://localhost:8080' } });
  });
  after(() => host.close());

  it('is based on official images with glibc, named without a registry', () => {
    const images = STAGES.map(({ image }) => image).filter((image) => !STAGES.some(({ name }) => name === image));
    expect(images).to.have.length.greaterThan(1);
    for (const image of images) expect(image).to.match(/^node:\d+-(bookworm|trixie)-slim$/);
  });

  it('copies only files that exist after a build', () => {
    for (const { name, copies } of STAGES) {
      for (const { from, sources } of copies) {
        for (const source of sources.filter((path) => from === undefined || path.startsWith(BUILD))) {
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
    const main = join(await daemonFolder(), MAIN);
    const port = await freePort();
    const gatehouse = await startGatehouse({ hostAddress, port, main });
    await gatehouse.untilReady();
    const env = { PATH: process.env.PATH, GATEHOUSE_METRICS__PORT: new URL(gatehouse.metricsOrigin).port };
    expect(await run(main, ['healthcheck'], { env })).to.contain('"ready"');
    await gatehouse.stop();
    const { code } = await (await startChild(main, ['healthcheck'], { env })).exited;
    expect(code, 'of a daemon that is gone').to.equal(1);
  });

  it('starts without the binary of uWebSockets.js if http.engine is node, and otherwise names that setting', async () => {
    const folder = await copyOfDaemonFolder();
    const main = join(folder, MAIN);
    const engine = join(folder, 'node_modules/uWebSockets.js');
    for (const file of readdirSync(engine).filter((name) => name.endsWith('.node'))) rmSync(join(engine, file));
    const gatehouse = await startGatehouse({ hostAddress, main, engine: 'node' });
    await gatehouse.untilReady();
    await gatehouse.stop();
    const env = { PATH: process.env.PATH, GATEHOUSE_CONSENT__ADDRESS: `127.0.0.1:${await freePort()}` };
    const refused = await startChild(main, ['serve', '--set', 'metrics.port=0'], { env });
    expect((await refused.exited).code).to.equal(1);
    expect(refused.output()).to.contain('set http.engine to "node"');
  });
});
