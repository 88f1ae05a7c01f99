import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { ROOT } from '../support/installed.js';
import { tempDir } from '../support/temp-dir.js';
import { runDemoFlow } from './demo-flow.js';
import { PUBLIC_NAME } from './machine.js';
import { DAEMON_IMAGE, DEMO_IMAGE, prepare, type Stage } from './stage.js';

const ISSUER = `https://${PUBLIC_NAME}`;

/** The files are used unchanged: the machine has their names, certificates and ports. */
describe('A proxy in front of application and daemon, with TLS', function () {
  this.timeout(60 * 60_000);
  let stage: Stage;
  before(async () => {
    stage = await prepare();
    const { containers } = stage;
    const application = ['--volume', 'proxied:/data', '--env', 'DEMO_ADMIN=off', '--env', `DEMO_ISSUER=${ISSUER}`];
    // Requests that the application itself forwards fail: the proxy has to send Gatehouse's paths to the daemon.
    await containers.run('application', DEMO_IMAGE, [...application, '--env', 'DEMO_GATEHOUSE_URL=http://127.0.0.1:9']);
    const daemon = ['--env', 'GATEHOUSE_HTTP__TRUSTED_PROXIES=127.0.0.1'];
    await containers.run('gatehouse', DAEMON_IMAGE, daemon);
    await eventually(() => containers.healthy('gatehouse'));
  });

  it('nginx, with deploy/nginx.conf', async () => {
    const directory = tempDir('nginx');
    const file = join(directory, 'nginx.conf');
    writeFileSync(
      file,
      `daemon off; pid ${directory}/pid; error_log stderr; events {} http { access_log off; include ${join(ROOT, 'deploy/nginx.conf')}; }`,
    );
    await behind('/usr/sbin/nginx', ['-p', directory, '-e', 'stderr', '-c', file]);
  });

  it('Caddy, with deploy/Caddyfile', async () => {
    const home = tempDir('caddy');
    await behind('/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', join(ROOT, 'deploy/Caddyfile')], {
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
    });
  });

  async function behind(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
    const { machine, containers } = stage;
    const proxy = await machine.start(program, args, { env });
    try {
      await eventually(async () =>
        expect(await machine.get(`${ISSUER}/healthz`), proxy.output()).to.match(/^HTTP\S+ 200/),
      );
      await runDemoFlow(machine, ISSUER);
      // A client that invents addresses is throttled all the same (AS-181): only the proxy's word about them counts.
      const answers: string[] = [];
      for (let number = 1; number <= 25; number += 1) answers.push(await register(`192.0.2.${number}`));
      expect(answers.at(0)).to.match(/^HTTP\S+ 201/);
      expect(answers.at(-1)).to.match(/^HTTP\S+ 429/);
    } finally {
      await machine.run('pkill', ['-QUIT', '-x', program.split('/').at(-1)!]);
      await proxy.exited;
    }
    await containers.podman('restart', '--time', '10', 'gatehouse');
    await eventually(() => containers.healthy('gatehouse'));
  }

  function register(inventedAddress: string): Promise<string> {
    const metadata = JSON.stringify({
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    });
    const headers = ['Content-Type: application/json', `X-Forwarded-For: ${inventedAddress}`];
    return stage.machine.run('curl', [
      ...['--silent', '--include', '--cacert', stage.machine.authority, '--data', metadata],
      ...headers.flatMap((header) => ['--header', header]),
      `${ISSUER}/oauth/mcp/register`,
    ]);
  }
});
