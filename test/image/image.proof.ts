import { expect } from 'chai';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../support/eventually.js';
import { run } from '../support/child.js';
import { ROOT } from '../support/installed.js';
import { tempDir } from '../support/temp-dir.js';
import { BUILD_IMAGE } from './base.js';
import { runDemoFlow } from './demo-flow.js';
import { DAEMON_IMAGE, DEMO_IMAGE, prepare, type Stage } from './stage.js';

const SLOW_REQUEST = fileURLToPath(new URL('slow-request.js', import.meta.url));
const MOST_BYTES = 60_000_000;

describe('The image of deploy/Dockerfile, built by buildah and run by podman', function () {
  this.timeout(60 * 60_000);
  let stage: Stage;
  beforeEach(async () => (stage = await prepare()));

  it(`adds at most ${MOST_BYTES / 1e6} MB to its base`, async () => {
    const { containers } = stage;
    const [base, daemon, demo] = [
      await containers.size(BUILD_IMAGE),
      await containers.size(DAEMON_IMAGE),
      await containers.size(DEMO_IMAGE),
    ];
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    console.log(`base ${megabytes(base)}, daemon +${megabytes(daemon - base)}, demo +${megabytes(demo - base)}`);
    expect(daemon - base).to.be.lessThan(MOST_BYTES);
  });

  it('contains the bytes that this machine builds, and no tests, compilers or declarations', async () => {
    const folder = join(tempDir('folder'), 'gatehouse');
    await run(process.execPath, [join(ROOT, 'scripts/dist.mjs'), '--daemon-folder', folder]);
    await stage.containers.files(DAEMON_IMAGE, async (root) => {
      await stage.machine.run('diff', ['--recursive', folder, join(root, 'opt/gatehouse')]);
      const files = (await stage.machine.run('find', [join(root, 'opt'), '-type', 'f', '-printf', '%P\n'])).split('\n');
      expect(files.filter((path) => /\.d\.[cm]?ts$|\.test\.|\.map$|\.tsx?$|\/testing\//.test(path))).to.deep.equal([]);
      expect(files.filter((path) => path.endsWith('.node'))).to.have.length(2);
      const owned = ['(', '-user', '1000', '-o', '-perm', '-o+w', ')', '!', '-type', 'l'];
      const places = ['opt', 'etc/gatehouse'].map((path) => join(root, path));
      expect((await stage.machine.run('find', [...places, ...owned])).trim(), 'writable by the daemon').to.equal('');
    });
  });

  it('serves the demo without root, capabilities or a writable file, reports its health, and drains on SIGTERM', async () => {
    const { containers, machine } = stage;
    await containers.run('application', DEMO_IMAGE, ['--volume', 'notes:/data', '--env', 'DEMO_ADMIN=off']);
    const env = ['--env', 'GATEHOUSE_HTTP__TRUSTED_PROXIES=127.0.0.1', '--env', 'GATEHOUSE_SHUTDOWN__DELAY=1s'];
    await containers.run('gatehouse', DAEMON_IMAGE, env);
    for (const name of ['application', 'gatehouse']) await eventually(() => containers.healthy(name));
    await runDemoFlow(machine, 'http://localhost:8080');

    const status = await containers.podman('exec', 'gatehouse', 'cat', '/proc/1/status');
    expect(status)
      .to.match(/^Uid:\s+1000\s/m)
      .and.to.match(/^CapBnd:\s+0+$/m)
      .and.to.match(/^NoNewPrivs:\s+1$/m);
    const write =
      'for d in / /tmp /opt/gatehouse /etc/gatehouse; do touch $d/x 2>/dev/null && echo "writes to $d"; done; true';
    expect((await containers.podman('exec', 'gatehouse', 'sh', '-c', write)).trim()).to.equal('');

    const slow = await machine.start(process.execPath, [SLOW_REQUEST, '8081']);
    await eventually(() => expect(slow.output()).to.contain('waiting'));
    await containers.podman('kill', '--signal', 'TERM', 'gatehouse');
    await eventually(async () => expect(await machine.get('http://127.0.0.1:9464/readyz')).to.contain('503'));
    await machine.run('pkill', ['-USR2', '--full', SLOW_REQUEST]);
    await slow.exited;
    expect(slow.output())
      .to.contain('HTTP/1.1 401')
      .and.to.match(/connection: close/i);
    expect((await containers.podman('wait', 'gatehouse')).trim(), 'exit code').to.equal('0');
    const log = await containers.podman('logs', 'gatehouse');
    expect(log).to.contain('draining').and.to.contain('"stopped"');
  });

  it('is unhealthy while its host is away', async () => {
    const { containers, machine } = stage;
    await containers.run('alone', DAEMON_IMAGE, []);
    await eventually(async () => expect(await machine.get('http://127.0.0.1:8081/healthz')).to.contain('200 OK'));
    const failure = await containers.healthy('alone').catch((error: unknown) => error as Error);
    expect(failure).to.be.an('error');
  });
});
