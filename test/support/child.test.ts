import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startChild, untilReady, type Child, run } from './child.js';
import { eventually } from './eventually.js';

const parentScript = fileURLToPath(new URL('fixtures/parent.js', import.meta.url));

describe('children of a test', () => {
  it('stop, and directories are removed, when the test process ends normally', () => leavesNothing('exit'));
  it('stop, and directories are removed, on an uncaught exception', () => leavesNothing('throw'));
  it('stop, and directories are removed, on SIGINT', () => leavesNothing('SIGINT'));
  it('stop, and directories are removed, on SIGTERM', () => leavesNothing('SIGTERM'));

  it('stop even when the test process is killed', async () => {
    const { parent, childPid, dir } = await startParent('SIGKILL');
    await parent.end('SIGKILL');
    await eventually(() => expect(isAlive(childPid)).to.equal(false));
    rmSync(dir, { recursive: true });
  });

  it('that end before they are ready are reported with their output', async () => {
    const child = await startChild('sh', ['-c', 'echo no such setting >&2; exit 3']);
    const error = await untilReady(child, 'the server', () => Promise.reject(new Error('not yet'))).catch(String);
    expect(error).to.contain('the server ended before it was ready').and.to.contain('no such setting');
  });

  it('that fail are reported with their arguments and output', async () => {
    const error = await run('sh', ['-c', 'echo nothing there; exit 1']).catch(String);
    expect(error).to.contain('exit 1 failed (1)').and.to.contain('nothing there');
  });

  it('end even if they are suspended', async () => {
    const child = await startChild('sleep', ['600']);
    child.signal('SIGSTOP');
    expect(await child.end()).to.deep.equal({ code: null, signal: 'SIGTERM' });
  });
});

async function leavesNothing(how: 'exit' | 'throw' | NodeJS.Signals): Promise<void> {
  const { parent, childPid, dir } = await startParent(how);
  if (how !== 'exit' && how !== 'throw') parent.signal(how);
  await parent.exited;
  await eventually(() => expect(isAlive(childPid)).to.equal(false));
  expect(existsSync(dir)).to.equal(false);
}

async function startParent(how: string): Promise<{ parent: Child; childPid: number; dir: string }> {
  const parent = await startChild(process.execPath, [parentScript, how]);
  const line = await eventually(() => {
    const [first] = parent.output().split('\n');
    expect(first).to.match(/^\{.*\}$/);
    return first!;
  });
  return { parent, ...(JSON.parse(line) as { childPid: number; dir: string }) };
}

/**
 * Counts a process as gone once it has ended, even if its parent has not collected its exit status yet ("Z", a zombie).
 */
function isAlive(pid: number): boolean {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && !stdout.startsWith('Z');
}
