import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { run } from '../support/child.js';
import { eventually } from '../support/eventually.js';
import { send } from '../support/http-client.js';
import { startStack, type Stack } from '../support/stack.js';
import { detail } from '../support/every-test.js';

const WORKERS = 2;

/** docs/operations.md, Workers: what happens to one worker leaves the others, the probes and the metrics alone. */
describe('workers (docs/operations.md, Workers)', () => {
  const start = (): Promise<Stack> =>
    startStack({ state: 'redis', config: { workers: String(WORKERS) }, errorsExpected: true });

  it('a probe or a scrape at the moment in which a worker dies does not end the daemon', async () => {
    const stack = await start();
    await untilStarted(stack, WORKERS);
    const primary = stack.gatehouse.process;
    const agent = new Agent({ keepAlive: true, maxSockets: 10 });
    const ask = (path: string) => statusOf(`${stack.gatehouse.metricsOrigin}${path}`, agent);
    await Promise.all(Array.from({ length: 10 }, () => ask('/healthz')));
    // The requests are there before the news of the death is, so the primary writes to a pipe without a reader.
    primary.signal('SIGSTOP');
    const answers = Array.from({ length: 10 }, (_, n) => ask(n % 2 === 0 ? '/readyz' : '/metrics'));
    await eventually(() => expect(unread(stack.gatehouse.metricsOrigin)).to.be.at.least(10));
    const killed = workersOf(primary.pid);
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    await eventually(() => {
      for (const pid of killed) expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).to.contain(') Z ');
    });
    primary.signal('SIGCONT');
    for (const status of await Promise.all(answers)) expect(status).to.be.oneOf([200, 503]);
    await untilStarted(stack, 2 * WORKERS);
    agent.destroy();
    await stack.stop();
  });

  it('one that hangs is replaced, and meanwhile the metrics of the others are there', async () => {
    const stack = await start();
    await untilStarted(stack, WORKERS);
    const stuck = workersOf(stack.gatehouse.process.pid)[0] ?? expect.fail('no worker');
    process.kill(stuck, 'SIGSTOP');
    const { status, body } = await send(`${stack.gatehouse.metricsOrigin}/metrics`);
    expect([status, body.includes('gatehouse_build_info')]).to.deep.equal([200, true]);
    await untilStarted(stack, WORKERS + 1);
    expect(stack.gatehouse.log()).to.match(new RegExp(`"pid":${stuck},"msg":"a worker has given no sign of life`));
    await stack.stop();
  });

  detail('a replacement that cannot be started leaves the others running, and is tried again', async () => {
    const stack = await start();
    await untilStarted(stack, WORKERS);
    const { pid } = stack.gatehouse.process;
    await run('prlimit', ['--pid', String(pid), '--nofile=10:']);
    process.kill(workersOf(pid)[0] ?? expect.fail('no worker'), 'SIGKILL');
    await eventually(() => expect(stack.gatehouse.log()).to.match(/cannot start a worker: spawn .* EMFILE/));
    for (let times = 0; times < WORKERS; times++) await stack.flow.register();
    await run('prlimit', ['--pid', String(pid), '--nofile=1000:']);
    await untilStarted(stack, WORKERS + 1);
    await stack.stop();
  });

  detail(
    'those that are still starting when the daemon is stopped do not begin to serve, nor delay its end',
    async () => {
      const stack = await start();
      const replacement = await replacementStoppedBeforeItServes(stack);
      const log = stack.gatehouse.log().length;
      stack.gatehouse.process.signal('SIGTERM');
      await eventually(() => expect(stack.gatehouse.log()).to.match(/"draining: .*\n(.*\n)*.*"draining: .*/));
      process.kill(replacement, 'SIGCONT');
      expect(await stack.gatehouse.process.exited).to.deep.equal({ code: 0, signal: null });
      expect(stack.gatehouse.log().slice(log)).not.to.contain('listening for HTTP');
      await stack.stop();
    },
  );
});

/** Kills workers until the one that replaces a dead one is found, and paused, before it listens: a busy machine may be late. */
async function replacementStoppedBeforeItServes(stack: Stack): Promise<number> {
  const { pid } = stack.gatehouse.process;
  const lines = (text: RegExp) => [...stack.gatehouse.log().matchAll(text)];
  const listening = () => lines(/"listening for HTTP"/g).length;
  for (let started = WORKERS; ; started++) {
    await untilStarted(stack, started);
    await eventually(() => expect(listening()).to.equal(started));
    process.kill(workersOf(pid)[0] ?? expect.fail('no worker'), 'SIGKILL');
    const replacement = await eventually(() => {
      const known = lines(/"worker":\d+,"pid":(\d+)/g).map(([, known]) => Number(known));
      const isNew = (worker: number): boolean => !known.includes(worker) && runsItsProgram(worker);
      return workersOf(pid).find(isNew) ?? expect.fail('no new worker');
    });
    process.kill(replacement, 'SIGSTOP');
    // Once it has stopped, its output is in the pipe, and the next turns of the event loop read it.
    await eventually(() => expect(readFileSync(`/proc/${replacement}/stat`, 'utf8')).to.contain(') T '));
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (listening() === started) return replacement;
    process.kill(replacement, 'SIGCONT');
  }
}

async function untilStarted(stack: Stack, times: number): Promise<void> {
  await eventually(() => expect(stack.gatehouse.log().match(/"worker started"/g)).to.have.length.at.least(times));
}

function workersOf(primary: number): number[] {
  const children = readFileSync(`/proc/${primary}/task/${primary}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

/** Before, its parent waits for it inside of spawn, and would wait for as long as it is paused. */
function runsItsProgram(pid: number): boolean {
  return readFileSync(`/proc/${pid}/environ`, 'utf8').includes('NODE_UNIQUE_ID=');
}

/** Requests that are in the buffers of sockets to that listener. */
function unread(origin: string): number {
  const port = Number(new URL(origin).port).toString(16).toUpperCase().padStart(4, '0');
  const sockets = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return sockets.filter((line) => new RegExp(`^ *\\d+: 0100007F:${port} \\S+ 01 \\S+:(?!0{8})`).test(line)).length;
}

function statusOf(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });
}
