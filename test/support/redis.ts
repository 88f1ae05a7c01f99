import { startChild, untilReady, type Child } from './child.js';
import { freePort } from './free-port.js';
import { run } from './run.js';
import { tempDir } from './temp-dir.js';

/** A real Redis on a loopback port, without persistence: what it held is gone once it was killed. */
export interface RedisServer {
  readonly port: number;
  /** redis://127.0.0.1:port */
  readonly url: string;
  /** Runs one command with redis-cli and returns its raw output. */
  command(...words: string[]): Promise<string>;
  /** Lets time pass for all that is stored: every life gets that much shorter, and what has none left is gone. */
  elapse(ms: number): Promise<void>;
  stop(): Promise<void>;
  /** kill -9, as when the machine dies. */
  kill(): Promise<void>;
  /** Starts it anew on the same port after stop() or kill(). */
  restart(): Promise<void>;
  /** SIGSTOP: connections stay open, nothing answers. */
  pause(): void;
  resume(): void;
}

const SHORTEN_LIVES = `for _, key in ipairs(redis.call('KEYS', '*')) do
  redis.call('PEXPIRE', key, redis.call('PTTL', key) - ARGV[1])
end`;

/** @param settings further settings as on the command line: `['--cluster-enabled', 'yes']` */
export async function startRedis(settings: readonly string[] = [], port?: number): Promise<RedisServer> {
  const onPort = port ?? (await freePort());
  const dir = tempDir('redis');
  const args = ['--port', String(onPort), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'no'];
  const start = async (): Promise<Child> => {
    const child = await startChild('redis-server', [...args, ...settings]);
    await untilReady(child, 'redis-server', async () => {
      const answer = await command('PING');
      if (answer !== 'PONG') throw new Error(`redis-server answers PING with: ${answer}`);
    });
    return child;
  };
  const command = async (...words: string[]): Promise<string> =>
    (await run('redis-cli', ['-p', String(onPort), ...words])).trimEnd();
  let child = await start();

  return {
    port: onPort,
    url: `redis://127.0.0.1:${onPort}`,
    command,
    elapse: async (ms) => void (await command('EVAL', SHORTEN_LIVES, '0', String(ms))),
    stop: async () => void (await child.end()),
    kill: async () => void (await child.end('SIGKILL')),
    restart: async () => void (child = await start()),
    pause: () => child.signal('SIGSTOP'),
    resume: () => child.signal('SIGCONT'),
  };
}
