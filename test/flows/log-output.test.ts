import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs';
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
    // The limit stands for a full disk: a write beyond it writes what fits, and the next one fails.
    const script = `
      import { LogOutput } from ${JSON.stringify(new URL('../../daemon/observability/log-output.js', import.meta.url))};
      const output = new LogOutput(1);
      let number = 0;
      const line = () => output.write(JSON.stringify({ msg: 'x'.repeat(300), number: number++ }) + '\\n');
      process.stdin.on('data', line).on('end', () => { line(); output.flush(); });
    `;
    const child = spawn(
      'bash',
      ['--norc', '-c', `ulimit -f 1; exec "$0" --input-type=module -e "$1" >> "$2"`, process.execPath, script, file],
      {
        stdio: ['pipe', 'ignore', 'inherit'],
      },
    );
    started.add(child, (it) => it.kill('SIGKILL'));
    const write = (): unknown => child.stdin.write('.');
    // Three whole lines and a part of the fourth fit.
    const full = async (): Promise<void> => {
      for (let size = 0; size < 1024;) {
        const before = size;
        write();
        await eventually(() => expect((size = readFileSync(file).length)).to.be.above(before));
      }
    };
    await full();
    for (let more = 0; more < 3; more += 1) {
      write();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    truncateSync(file, 0);
    child.stdin.end();
    await once(child, 'exit');
    const [report, last] = linesOf(file);
    expect(report).to.include({ msg: 'lines of the log could not be written' });
    expect(report?.lost).to.be.at.least(1);
    expect(last?.number).to.equal(3 + (report?.lost ?? 0));
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
