import { expect } from 'chai';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, readFileSync, readSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LogOutput } from '../../daemon/observability/log-output.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { startHost } from '../support/host.js';
import { send } from '../support/http-client.js';
import { Started } from '../support/started.js';
import { tempDir } from '../support/temp-dir.js';

const MAIN = fileURLToPath(new URL('../../daemon/main.js', import.meta.url));
const OUTPUT = new URL('../../daemon/observability/log-output.js', import.meta.url);

interface Line {
  readonly msg: string;
  readonly number?: number;
  readonly lost?: number;
}

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

describe('the log when it cannot be written (docs/operations.md, Logs)', () => {
  const started = new Started();
  const application = new Started();
  let host: string;
  before(async () => {
    const address = `127.0.0.1:${await freePort()}` as const;
    application.add(await startHost({ address, oauth: { issuer: 'http://localhost:1' } }), (it) => it.close());
    host = address;
  });
  afterEach(() => started.close());
  after(() => application.close());

  /** Starts a daemon below a shell, which redirects its log. */
  async function serve(redirected: string): Promise<{ readonly daemon: ChildProcess; readonly origin: string }> {
    const port = await freePort();
    const settings = [`http.port=${port}`, 'metrics.port=0', `host.address=${host}`];
    const args = [...settings, `consent.address=127.0.0.1:${await freePort()}`].flatMap((set) => ['--set', set]);
    const daemon = spawn(
      'bash',
      ['--norc', '-c', `exec ${redirected}`, 'bash', process.execPath, MAIN, 'serve', ...args],
      {
        cwd: tempDir('log'),
        stdio: 'ignore',
        env: { PATH: process.env['PATH'] },
      },
    );
    started.add(daemon, (it) => it.kill('SIGKILL'));
    return { daemon, origin: `http://127.0.0.1:${port}` };
  }

  it('a full disk neither ends the daemon nor keeps it from exiting', async () => {
    const { daemon, origin } = await serve('"$@" > /dev/full');
    await eventually(async () => expect((await send(`${origin}/readyz`)).status).to.equal(200));
    daemon.kill('SIGTERM');
    expect(await once(daemon, 'exit')).to.deep.equal([0, null]);
  });

  it('a reader that is gone does neither', async () => {
    const { daemon, origin } = await serve('"$@" > >(exit)');
    await eventually(async () => expect((await send(`${origin}/readyz`)).status).to.equal(200));
    daemon.kill('SIGTERM');
    expect(await once(daemon, 'exit')).to.deep.equal([0, null]);
  });

  it('reports how many lines it lost as soon as there is room again, and begins a new line', async () => {
    const file = join(tempDir('log'), 'log');
    // The limit stands for a full disk: a write beyond it writes what fits, and the next one fails. All work with files is done
    // by one thread, in order, so that three answers about a file come after a line and its second attempt.
    const script = `
      import { stat } from 'node:fs/promises';
      import { LogOutput } from ${JSON.stringify(OUTPUT)};
      const output = new LogOutput(1);
      let number = 0;
      const line = () => output.write(JSON.stringify({ msg: 'x'.repeat(300), number: number++ }) + '\\n');
      process.stdin.on('data', async () => {
        line();
        for (let answers = 0; answers < 3; answers += 1) await stat('.');
        process.stderr.write('.');
      });
      process.stdin.on('end', () => { line(); output.flush(); });
    `;
    const child = spawn(
      'bash',
      ['--norc', '-c', `ulimit -f 1; exec "$0" --input-type=module -e "$1" >> "$2"`, process.execPath, script, file],
      { stdio: ['pipe', 'ignore', 'pipe'], env: { ...process.env, UV_THREADPOOL_SIZE: '1' } },
    );
    started.add(child, (it) => it.kill('SIGKILL'));
    const line = async (): Promise<void> => {
      const written = once(child.stderr, 'data');
      child.stdin.write('.');
      expect(String((await written)[0])).to.equal('.');
    };
    // Three whole lines and a part of the fourth fit.
    while (!existsSync(file) || readFileSync(file).length < 1024) await line();
    for (let more = 0; more < 3; more += 1) await line();
    truncateSync(file, 0);
    child.stdin.end();
    await once(child, 'exit');
    const [report, last] = linesOf(file);
    expect(report).to.include({ msg: 'lines of the log could not be written', lost: 4 });
    expect(last?.number).to.equal(7);
  });

  it('gives a full pipe whole lines only, so that those of other workers do not get into them', async () => {
    const pipe = join(tempDir('log'), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    const script = `
      import { LogOutput } from ${JSON.stringify(OUTPUT)};
      process.stdout.fd;
      const output = new LogOutput(1);
      for (let number = 0; number < 200; number++) output.write(JSON.stringify({ msg: 'x'.repeat(1000), number }) + '\\n');
      setTimeout(() => process.stderr.write('.'), 300);
      setTimeout(() => {}, 60_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', descriptor, 'pipe'],
    });
    started.add(child, (it) => it.kill('SIGKILL'));
    await once(child.stderr ?? expect.fail('no output'), 'data');
    const held = Buffer.alloc(1024 * 1024);
    const text = held.toString('utf8', 0, readSync(descriptor, held));
    closeSync(descriptor);
    expect(text.length).to.be.above(50_000);
    for (const line of text.trimEnd().split('\n')) expect(() => void JSON.parse(line)).not.to.throw();
  });

  it('writes every line once and in order', async () => {
    const file = join(tempDir('log'), 'log');
    const descriptor = openSync(file, 'a');
    const output = new LogOutput(descriptor);
    const numbers = Array.from({ length: 5000 }, (_, index) => index);
    for (const number of numbers) output.write(`${JSON.stringify({ msg: 'a', number })}\n`);
    await eventually(() => expect(linesOf(file).map(({ number }) => number)).to.deep.equal(numbers));
    closeSync(descriptor);
  });
});
