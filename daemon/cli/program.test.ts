import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const TOKEN = 'a-token-of-the-test-0123';

interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

describe('gatehouse: the command line as a real process', () => {
  let directory: string;
  before(() => (directory = mkdtempSync(join(tmpdir(), 'gatehouse-cli-'))));
  after(() => rmSync(directory, { recursive: true }));

  /** Executes main.js directly, as the npm bin does: this needs its first line and its file mode. */
  function gatehouse(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      const child = spawn(MAIN, args, { cwd: directory, env: { PATH: process.env.PATH, ...env } });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    });
  }

  it('version prints the version of package.json', async () => {
    for (const args of [['version'], ['--version']]) {
      const { code, stdout } = await gatehouse(args);
      expect(code).to.equal(0);
      expect(stdout).to.match(/^\d+\.\d+\.\d+\n$/);
    }
  });

  it('writes nothing of its libraries, whatever DEBUG says: ioredis would show the password of Redis', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port);
    const settings = { GATEHOUSE_REDIS__URL: `redis://:hunter2@127.0.0.1:${port}`, GATEHOUSE_METRICS__PORT: port };
    const { code, stdout, stderr } = await gatehouse(['serve'], { DEBUG: '*', ...settings });
    taken.close();
    expect(code).to.equal(1);
    expect(stderr).to.match(/^gatehouse: metrics cannot listen .*\n$/);
    expect(stdout).not.to.contain('hunter2');
  });

  it('exits 1 with the reason when its output cannot be written, and 0 when the reader has seen enough', async () => {
    const piped = (command: string): Promise<Result> =>
      new Promise((resolve, reject) => {
        const child = spawn('bash', ['--norc', '-c', command, MAIN], {
          cwd: directory,
          env: { PATH: process.env.PATH },
        });
        let [stdout, stderr] = ['', ''];
        child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
        child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
        child.once('error', reject);
        child.once('close', (code) => resolve({ code, stdout, stderr }));
      });
    const full = await piped('"$0" client:generate > /dev/full');
    expect(full.code).to.equal(1);
    expect(full.stderr).to.match(/^gatehouse: cannot write to standard output: ENOSPC.*\n$/);
    const gone = await piped('set -o pipefail; { sleep 0.1; "$0" config; } | true');
    expect(gone).to.deep.equal({ code: 0, stdout: '', stderr: '' });
  });

  it('help lists every command and exits 0; no command at all is wrong usage', async () => {
    const help = await gatehouse(['help']);
    expect(help.code).to.equal(0);
    for (const name of [
      'serve',
      'config',
      'client:generate',
      'client:check-redirect',
      'check',
      'check-host',
      'healthcheck',
      'version',
    ]) {
      expect(help.stdout).to.match(new RegExp(`^  ${name} `, 'm'));
    }
    expect((await gatehouse([])).code).to.equal(2);
  });

  const wrongUsage: [string[], RegExp][] = [
    [['sevre'], /unknown command 'sevre'/],
    [['serve', '--prot', '1'], /unknown option '--prot'/],
    [['client:check-redirect'], /missing required argument 'uri'/],
    [
      ['client:generate', '--auth-method', 'basic'],
      /Allowed choices are none, client_secret_post, client_secret_basic/,
    ],
    [['serve', '--set', 'http.prot=1'], /^gatehouse: the configuration is not valid[^]*did you mean http\.port\?/],
    [['check-host', '--address', '127.0.0.1:1', '--encoding', 'json'], /--encoding is for a host that speaks HTTP/],
    [['check-host', '--address', '127.0.0.1:1', '--token', 'a', '--token-file', 'b'], /either --token or --token-file/],
    [['check-host', '--address', '127.0.0.1:1', '--tls-cert', 'a'], /--tls-cert and --tls-key must be set together/],
    [['check-host', '--url', 'http://127.0.0.1:1', '--tls'], /begins with http, but TLS is set/],
    [['check-host', '--address', '127.0.0.1:1', '--inactive-administrator', 'a'], /needs --scratch/],
    [['config', '--config', 'none.yaml'], /none\.yaml: cannot be read: ENOENT/],
  ];
  for (const [args, expected] of wrongUsage) {
    it(`exits 2 with the reason and no stack trace: gatehouse ${args.join(' ')}`, async () => {
      const { code, stderr } = await gatehouse(args);
      expect(code).to.equal(2);
      expect(stderr).to.match(expected);
      expect(stderr).not.to.match(/^ +at /m);
    });
  }

  describe('config', () => {
    it('prints every key with its value and source, and secrets as [secret]', async () => {
      writeFileSync(join(directory, 'gatehouse.yaml'), `host:\n  token: ${TOKEN}\n`);
      const { code, stdout } = await gatehouse(['config', '--set', 'http.port=9'], { GATEHOUSE_LOG__LEVEL: 'debug' });
      rmSync(join(directory, 'gatehouse.yaml'));
      expect(code).to.equal(0);
      expect(stdout).to.match(/^http\.port +9 +--set http\.port$/m);
      expect(stdout).to.match(/^log\.level +debug +GATEHOUSE_LOG__LEVEL$/m);
      expect(stdout).to.match(/^host\.token +\[secret\] +gatehouse\.yaml:2:3$/m);
      expect(stdout).to.match(/^consent\.token +- +default$/m);
      expect(stdout).not.to.contain(TOKEN);
    });

    it('prints JSON, and warnings on stderr', async () => {
      const { code, stdout, stderr } = await gatehouse([
        'config',
        '--json',
        '--set',
        'throttle.register_global.limit=0',
      ]);
      expect(code).to.equal(0);
      const report = JSON.parse(stdout) as Record<string, unknown>;
      expect(report['http.port']).to.deep.equal({ value: '8081', source: 'default' });
      expect(stderr).to.match(/^warning: throttle\.register_global\.limit is 0/m);
    });
  });

  describe('client:generate (AS-33)', () => {
    it('generates an id, and a secret with the hash to store', async () => {
      const { code, stdout } = await gatehouse(['client:generate', '--auth-method', 'client_secret_post', '--json']);
      expect(code).to.equal(0);
      const made = JSON.parse(stdout) as Record<string, string>;
      expect(made).to.have.all.keys('client_id', 'client_secret', 'client_secret_sha256', 'token_endpoint_auth_method');
      expect(made.client_secret).to.match(/^[\w-]{43}$/);
      expect(createHash('sha256').update(made.client_secret!).digest('hex')).to.equal(made.client_secret_sha256);
    });

    it('generates no secret for a public client', async () => {
      const { stdout } = await gatehouse(['client:generate', '--auth-method', 'none', '--json']);
      expect(JSON.parse(stdout)).to.have.all.keys('client_id', 'token_endpoint_auth_method');
    });

    it('prints plain text by default, with a new secret each time', async () => {
      const [first, second] = [await gatehouse(['client:generate']), await gatehouse(['client:generate'])];
      expect(first.stdout).to.match(
        /^client id: {6}[\w-]+\nclient secret: {2}[\w-]{43} .*\nSHA-256 \(hex\): {2}[0-9a-f]{64} /,
      );
      expect(first.stdout).not.to.equal(second.stdout);
    });
  });

  describe('client:check-redirect (AS-33)', () => {
    it('exits 0 for an acceptable URI', async () => {
      expect(await gatehouse(['client:check-redirect', 'https://app.example/cb'])).to.include({
        code: 0,
        stdout: 'ok\n',
      });
    });

    it('exits 1 with the reason for an unacceptable URI', async () => {
      const { code, stdout } = await gatehouse(['client:check-redirect', 'http://app.example/cb']);
      expect(code).to.equal(1);
      expect(stdout).to.match(/^not acceptable: http is allowed on a loopback address only/);
    });

    it('accepts the private-use schemes given to it', async () => {
      const uri = 'cursor://anysphere.cursor/cb';
      expect((await gatehouse(['client:check-redirect', uri])).code).to.equal(1);
      expect(
        (await gatehouse(['client:check-redirect', uri, '--scheme', 'vscode', '--scheme', 'cursor'])).code,
      ).to.equal(0);
    });
  });

  describe('healthcheck', () => {
    async function daemonThatAnswers(status: number, listener = 'METRICS'): Promise<Result> {
      const server = createServer((request, response) => {
        response.writeHead(request.url === '/readyz' ? status : 404).end(`{"status":${status}}`);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const result = await gatehouse(['healthcheck'], {
        GATEHOUSE_METRICS__PORT: '0',
        [`GATEHOUSE_${listener}__PORT`]: String(port),
        [`GATEHOUSE_${listener}__HOST`]: '0.0.0.0',
      });
      server.close();
      return result;
    }

    it('exits 0 when the daemon with this configuration is ready', async () => {
      expect(await daemonThatAnswers(200)).to.include({ code: 0, stdout: '{"status":200}\n' });
    });

    it('asks the public port if there is no metrics listener', async () => {
      expect(await daemonThatAnswers(200, 'HTTP')).to.include({ code: 0, stdout: '{"status":200}\n' });
    });

    it("exits 1 when it is not ready, and prints the daemon's answer", async () => {
      expect(await daemonThatAnswers(503)).to.include({ code: 1, stdout: '{"status":503}\n' });
    });

    it('exits 1 when nothing listens', async () => {
      const { code, stderr } = await gatehouse(['healthcheck', '--set', 'metrics.port=1']);
      expect(code).to.equal(1);
      expect(stderr).to.match(/127\.0\.0\.1:1\/readyz: .*ECONNREFUSED/);
    });

    it('exits 1 when no port is known, instead of asking port 80', async () => {
      const { code, stderr } = await gatehouse(['healthcheck', '--set', 'metrics.port=0', '--set', 'http.port=0']);
      expect(code).to.equal(1);
      expect(stderr).to.match(/^http\.port is 0, .*; set metrics\.port/);
    });

    it('exits 1 when what listens says nothing, and says so', async () => {
      const server = createServer(() => undefined);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const { code, stderr } = await gatehouse(['healthcheck', '--set', `metrics.port=${port}`]);
      server.close();
      expect({ code, stderr }).to.deep.equal({
        code: 1,
        stderr: `http://127.0.0.1:${port}/readyz: no response within 4 seconds\n`,
      });
    });
  });

  it('serve exits 1 with one sentence when its port is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await gatehouse(['serve'], {
      GATEHOUSE_HTTP__PORT: String(port),
      GATEHOUSE_METRICS__PORT: '0',
      GATEHOUSE_CONSENT__ADDRESS: `unix:${join(directory, 'consent.sock')}`,
    });
    server.close();
    expect(code).to.equal(1);
    expect(stderr).to.match(new RegExp(`^gatehouse: cannot listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE.*\\n$`));
  });
});
