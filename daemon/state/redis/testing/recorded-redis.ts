import type { RedisConnection } from '../connection.js';
import type { Script } from '../keys.js';

/** A connection that records scripts and other commands, and answers as told. An error is a rejection. */
export function recordedRedis(answer: (command: string, key: unknown) => unknown) {
  const calls: unknown[][] = [];
  const noted = async (command: string, key: unknown, ...values: readonly unknown[]): Promise<unknown> => {
    calls.push([command, key, ...values]);
    const given = answer(command, key);
    if (given instanceof Error) throw given;
    return given;
  };
  const redis = {
    run: ({ name }: Script, key: unknown, values: readonly unknown[] = []) => noted(name, key, ...values),
    get: (key: unknown) => noted('get', key),
    delete: (key: unknown) => noted('delete', key),
  };
  return { calls, redis: redis as unknown as RedisConnection };
}
