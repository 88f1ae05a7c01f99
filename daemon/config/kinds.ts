import { isIP } from 'node:net';
import type { Reader } from '../core/described-keys.js';
import * as plain from '../core/described-keys.js';
import { formatDuration, parseDuration } from '../core/duration.js';
import { parseRange } from '../core/network-addresses.js';
import { MalformedRedisUrl, parseRedisUrl, redactRedisUrl } from './redis-url.js';

/**
 * The type of a configuration value. A kind reads a value from YAML (already typed) or from a text (environment, flag). Its
 * error message says what it expects.
 */
export interface Kind<T, Suffix extends string = ''> extends Reader<T> {
  /** Represents a value in the reference and in messages; never used for a secret. */
  show(value: T): string;
  /** Why a text is not valid, where that is not obvious and the text itself must not be quoted, as it may hold a secret. */
  reason?(raw: string): string;
  /** Appended to the name of the member of Config: a duration named `timeout` becomes `timeoutMs`. */
  readonly suffix: Suffix;
}

export function text(expects = 'text'): Kind<string> {
  return matching(expects, () => true);
}

export function matching(
  expects: string,
  matches: (value: string) => boolean,
  show = (value: string) => value,
): Kind<string> {
  return { ...plain.matching(expects, matches), show, suffix: '' };
}

/** The empty text is also valid and means that the key is not set. */
export function optional(kind: Kind<string>): Kind<string> {
  return { ...kind, read: (raw) => (raw === '' ? '' : kind.read(raw)) };
}

export function integer(min: number, max: number): Kind<number> {
  const { expects, read } = plain.integer(min, max);
  return {
    expects,
    show: String,
    read: (raw) => read(typeof raw === 'string' && /^-?\d{1,15}$/.test(raw) ? Number(raw) : raw),
    suffix: '',
  };
}

export function boolean(): Kind<boolean> {
  const { expects, read } = plain.boolean();
  return {
    expects,
    show: String,
    read: (raw) => read(raw === 'true' ? true : raw === 'false' ? false : raw),
    suffix: '',
  };
}

/** Milliseconds internally, "10s" in the configuration. The name of the member of Config includes the unit. */
export function duration(min: string, max: string): Kind<number, 'Ms'> {
  const [minMs, maxMs] = [must(parseDuration(min)), must(parseDuration(max))];
  return {
    expects: `a duration, ${min} to ${max} (units ms, s, m, h, d)`,
    show: formatDuration,
    read(raw) {
      // In YAML, a bare 0 is a number. It needs no unit.
      const ms = typeof raw === 'string' ? parseDuration(raw) : raw === 0 ? 0 : undefined;
      return ms !== undefined && ms >= minMs && ms <= maxMs ? ms : undefined;
    },
    suffix: 'Ms',
  };
}

export function oneOf<const T extends string>(...values: readonly T[]): Kind<T> {
  return { ...plain.oneOf(...values), show: (value) => value, suffix: '' };
}

/** A list in YAML; one comma-separated text in the environment and in flags. */
export function listOf(item: Kind<string>): Kind<readonly string[]> {
  return {
    expects: `list of ${item.expects}; separated by commas outside YAML`,
    show: (values) => values.map((value) => item.show(value)).join(','),
    read(raw) {
      const parts: unknown =
        typeof raw === 'string'
          ? raw
              .split(',')
              .map((part) => part.trim())
              .filter(Boolean)
          : raw;
      if (!Array.isArray(parts)) return undefined;
      const values = parts.map((part) => item.read(part));
      return values.every((value) => value !== undefined) ? values : undefined;
    },
    suffix: '',
  };
}

/** "192.0.2.7", "10.0.0.0/8", "fd00::/8". */
export function addressRange(): Kind<string> {
  return matching('IP addresses or CIDR ranges', (value) => parseRange(value) !== undefined);
}

/** "127.0.0.1:9090", "[::1]:9090", "app.internal:9090", "unix:/run/app.sock". */
export function grpcAddress(): Kind<string> {
  return matching(`host:port, [IPv6]:port or unix:/absolute/path (at most ${SOCKET_PATH_BYTES} bytes)`, (value) => {
    if (value.startsWith('unix:')) return isSocketPath(value.slice('unix:'.length));
    const match = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(value);
    if (!match || Number(match[3]) > 65_535) return false;
    return match[1] === undefined || isIP(match[1]) === 6;
  });
}

/** The system has no room for more (sun_path); Node.js cuts a longer path off without an error. */
const SOCKET_PATH_BYTES = 107;

function isSocketPath(path: string): boolean {
  return path.startsWith('/') && path.length > 1 && Buffer.byteLength(path) <= SOCKET_PATH_BYTES;
}

/** A name to bind to: an IP address or "localhost". Any other name could resolve to more addresses than intended. */
export function bindHost(): Kind<string> {
  return matching('IP address or localhost', (value) => value === 'localhost' || isIP(value) !== 0);
}

/** One of the forms of config/redis-url.ts. Its password is a secret; the rest is not. */
export function redisUrl(): Kind<string> {
  const expects = 'redis[s]://, redis[s]+sentinel:// or redis[s]+cluster:// URL';
  return { ...matching(expects, (value) => redisUrlProblem(value) === '', redactRedisUrl), reason: redisUrlProblem };
}

function redisUrlProblem(value: string): string {
  try {
    parseRedisUrl(value);
    return '';
  } catch (error) {
    if (error instanceof MalformedRedisUrl) return error.why;
    throw error;
  }
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a range of the schema is not a duration');
  return value;
}
