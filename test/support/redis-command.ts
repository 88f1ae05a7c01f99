import { Redis } from 'ioredis';

/** A command that comes before another one on its connection. */
export type Before = readonly ['AUTH', ...(readonly string[])] | readonly ['SELECT', string];

/**
 * Runs one command on a connection of its own and returns its answer as redis-cli prints it into a file: the elements of an array in
 * lines, and the text of an error. A process of redis-cli for each command would take 50 ms of processor time, because a large test
 * process forks slowly. Rejects if the server is not there.
 */
export async function redisCommand(port: number, words: readonly string[], before?: Before): Promise<string> {
  const redis = new Redis({
    host: '127.0.0.1',
    port,
    lazyConnect: true,
    retryStrategy: null,
    // It sends nothing but the command: no greeting, which some servers refuse, and no questions, which tests may count.
    protocol: 2,
    enableReadyCheck: false,
    disableClientInfo: true,
  });
  // Every call rejects with the same error.
  redis.on('error', () => undefined);
  const send = ([name = '', ...rest]: readonly string[]): Promise<unknown> => redis.call(name, ...rest);
  try {
    await redis.connect();
    if (before !== undefined) await send(before);
    return printed((await send(words)) as Reply);
  } catch (error) {
    if (error instanceof Error && error.name === 'ReplyError') return error.message;
    throw error;
  } finally {
    redis.disconnect();
  }
}

type Reply = string | number | null | readonly Reply[];

function printed(reply: Reply): string {
  return typeof reply === 'object' && reply !== null ? reply.map(printed).join('\n') : String(reply ?? '');
}
