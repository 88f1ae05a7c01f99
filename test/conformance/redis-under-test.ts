import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { Logger } from '../../daemon/core/runtime.js';
import { connectRedisState } from '../../daemon/state/redis/state.js';
import type { State } from '../../daemon/state/state.js';
import { inspect } from 'node:util';
import { eventually } from '../support/eventually.js';
import type { RedisServer } from '../support/redis.js';
import { ROOM_BYTES } from './pending-room.js';

/** Keeps log entries, as text and by level. */
export class RecordingLogger implements Logger {
  readonly levels: string[] = [];
  lines = '';

  readonly debug = (fields: object, message: string): void => this.#record('debug', fields, message);
  readonly info = (fields: object, message: string): void => this.#record('info', fields, message);
  readonly warn = (fields: object, message: string): void => this.#record('warn', fields, message);
  readonly error = (fields: object, message: string): void => this.#record('error', fields, message);

  #record(level: string, fields: object, message: string): void {
    this.levels.push(level);
    this.lines += `${level} ${message} ${inspect(fields, { depth: Infinity, showHidden: true })}\n`;
  }
}

/** Not yet connected. */
export function newState(url: string, commandTimeoutMs = 10_000, logger: Logger = new RecordingLogger()): State {
  return connectRedisState({ url, keyPrefix: 'gatehouse-test:', commandTimeoutMs }, logger);
}

/** Stores of this many daemons, each with its own connection. */
export async function connectedStates(count: number, url: string): Promise<State[]> {
  const states = Array.from({ length: count }, () => newState(url));
  await Promise.all(states.map((state) => eventually(() => state.ping())));
  return states;
}

/** Uses new names each time, so that the room is empty. */
export async function statesWithSmallRoom(count: number, url: string): Promise<State[]> {
  const keyPrefix = `gatehouse-room-${randomBytes(4).toString('hex')}:`;
  const options = { url, keyPrefix, commandTimeoutMs: 10_000 };
  const states = Array.from({ length: count }, () => connectRedisState(options, new RecordingLogger(), ROOM_BYTES));
  await Promise.all(states.map((state) => eventually(() => state.ping())));
  return states;
}

const KEYS_WITHOUT_EXPIRY = `local immortal = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  if redis.call('PTTL', key) == -1 then table.insert(immortal, key) end
end
return immortal`;

export async function expectEveryKeyToExpire(servers: readonly RedisServer[]): Promise<void> {
  for (const server of servers) expect(await server.command('EVAL', KEYS_WITHOUT_EXPIRY, '0')).to.equal('');
}
