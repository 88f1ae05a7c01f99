import { isIP } from 'node:net';
import { parseRange } from '../core/network-addresses.js';
import { parseRedisUrl, redactRedisUrl } from './redis-url.js';

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof UNITS;

/** Milliseconds of "250ms", "10s", "5m", "24h", "30d" or "0"; undefined for anything else ("10", "1.5h", "-1s"). */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  return match ? Number(match[1]) * UNITS[match[2] as Unit] : undefined;
}

/** The shortest text that parseDuration reads back as the same number: 90000 is "90s", 86400000 is "24h". */
export function formatDuration(ms: number): string {
  for (const unit of ['h', 'm', 's'] as const) {
    if (ms !== 0 && ms % UNITS[unit] === 0) return `${ms / UNITS[unit]}${unit}`;
  }
  return ms === 0 ? '0s' : `${ms}ms`;
}

/**
 * What a value of the configuration may be. A kind reads a value out of YAML (already typed) or out of a text
 * (environment, flag), and says in words what it expects, for the error message and for docs/configuration.md.
 */
export interface Kind<T, Suffix extends string = ''> {
  /** For the reference: "duration, 1s to 5m". */
  readonly expects: string;
  /** Stands for a value in the reference and in messages: never for a secret. */
  show(value: T): string;
  /** The value, or undefined when `raw` is none of this kind. A text is what environment and flags always give. */
  read(raw: unknown): T | undefined;
  /** Appended to the name of the member of Config: a duration named `timeout` becomes `timeoutMs`. */
  readonly suffix: Suffix;
}

export function text(expects = 'text'): Kind<string> {
  return { expects, show: (value) => value, read: (raw) => (typeof raw === 'string' ? raw : undefined), suffix: '' };
}

export function matching(
  expects: string,
  matches: (value: string) => boolean,
  show = (value: string) => value,
): Kind<string> {
  return { expects, show, read: (raw) => (typeof raw === 'string' && matches(raw) ? raw : undefined), suffix: '' };
}

/** The empty text may be given as well, and means that the key is not set. */
export function optional(kind: Kind<string>): Kind<string> {
  return { ...kind, read: (raw) => (raw === '' ? '' : kind.read(raw)) };
}

export function integer(min: number, max: number): Kind<number> {
  return {
    expects: `whole number, ${min} to ${max}`,
    show: String,
    read(raw) {
      const value = typeof raw === 'string' && /^-?\d{1,15}$/.test(raw) ? Number(raw) : raw;
      return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined;
    },
    suffix: '',
  };
}

export function boolean(): Kind<boolean> {
  return {
    expects: 'true or false',
    show: String,
    read: (raw) => (raw === true || raw === 'true' ? true : raw === false || raw === 'false' ? false : undefined),
    suffix: '',
  };
}

/** Milliseconds inside, "10s" outside; the member of Config is named after the unit. */
export function duration(min: string, max: string): Kind<number, 'Ms'> {
  const [minMs, maxMs] = [must(parseDuration(min)), must(parseDuration(max))];
  return {
    expects: `duration, ${min} to ${max} (units ms, s, m, h, d)`,
    show: formatDuration,
    read(raw) {
      // In YAML a bare 0 is a number; it needs no unit.
      const ms = typeof raw === 'string' ? parseDuration(raw) : raw === 0 ? 0 : undefined;
      return ms !== undefined && ms >= minMs && ms <= maxMs ? ms : undefined;
    },
    suffix: 'Ms',
  };
}

export function oneOf<const T extends string>(...values: readonly T[]): Kind<T> {
  return {
    expects: `one of ${values.join(', ')}`,
    show: (value) => value,
    read: (raw) => values.find((value) => value === raw),
    suffix: '',
  };
}

/** A list in YAML; in the environment and in flags one text, separated by commas. */
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
  return matching('host:port, [IPv6]:port or unix:/absolute/path', (value) => {
    if (value.startsWith('unix:')) return value.startsWith('unix:/') && value.length > 'unix:/'.length;
    const match = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(value);
    if (!match || Number(match[3]) > 65_535) return false;
    return match[1] === undefined || isIP(match[1]) === 6;
  });
}

/** A name to bind to: an IP address or "localhost". Anything else could resolve to more than was meant. */
export function bindHost(): Kind<string> {
  return matching('IP address or localhost', (value) => value === 'localhost' || isIP(value) !== 0);
}

/** One of the forms of config/redis-url.ts. The password in it is a secret; the rest is not. */
export function redisUrl(): Kind<string> {
  const expects = 'redis[s]://, redis[s]+sentinel:// or redis[s]+cluster:// URL';
  return matching(expects, isRedisUrl, redactRedisUrl);
}

function isRedisUrl(value: string): boolean {
  try {
    parseRedisUrl(value);
    return true;
  } catch {
    return false;
  }
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a range of the schema is not a duration');
  return value;
}
