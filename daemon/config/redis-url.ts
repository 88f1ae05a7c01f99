/** Where Redis is, according to `redis.url`. */
export type RedisEndpoint = {
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
} & (
  | { readonly kind: 'standalone'; readonly host: HostAndPort; readonly db: number }
  | {
      readonly kind: 'sentinel';
      readonly sentinels: readonly HostAndPort[];
      readonly master: string;
      readonly db: number;
    }
  | { readonly kind: 'cluster'; readonly nodes: readonly HostAndPort[] }
);

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

const FORM = /^redis(s?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/([^@?#]*))?$/;
const EXAMPLES =
  'redis://host:6379/0, redis+sentinel://host1:26379,host2:26379/master-name/0 or redis+cluster://host1:6379,host2:6379; ' +
  'rediss for TLS; user:password@ before the hosts, percent-encoded';

/**
 * Reads `redis.url`. The three forms are
 *
 *     redis://[user:password@]host[:6379][/db]
 *     redis+sentinel://[user:password@]host[:26379],host[:26379]/master-name[/db]
 *     redis+cluster://[user:password@]host[:6379],host[:6379]
 *
 * each also with `rediss`, which means TLS to every server and every Sentinel. User and password are those of the servers.
 * The error for a malformed URL never repeats the URL, which may contain a password.
 */
export function parseRedisUrl(url: string): RedisEndpoint {
  const [matched, s, kind = 'standalone', userinfo, authority, path = ''] = FORM.exec(url) ?? [];
  if (matched === undefined || authority === undefined)
    throw malformed('unknown form; a "@", "/", "?" or "#" in user or password must be percent-encoded');
  const access = { tls: s === 's', ...parseUserinfo(userinfo) };
  const hosts = authority.split(',').map((host) => parseHost(host, kind === 'sentinel' ? 26_379 : 6379));
  const segments = path === '' ? [] : path.split('/');

  switch (kind) {
    case 'sentinel': {
      const [master, db, ...rest] = segments;
      if (master === undefined || master === '' || rest.length > 0)
        throw malformed('it must name the master: /name or /name/db');
      return { ...access, kind, sentinels: hosts, master: decode(master), db: parseDb(db) };
    }
    case 'cluster': {
      if (segments.length > 0) throw malformed('a cluster has no databases, so nothing may follow the hosts');
      return { ...access, kind, nodes: hosts };
    }
    default: {
      const [host, ...others] = hosts;
      if (host === undefined || others.length > 0)
        throw malformed('several hosts need redis+sentinel or redis+cluster');
      if (segments.length > 1) throw malformed('only a database number may follow the host');
      return { ...access, kind: 'standalone', host, db: parseDb(segments[0]) };
    }
  }
}

/** The URL in printable form, with "[secret]" in place of the password. */
export function redactRedisUrl(url: string): string {
  return url.replace(/^([^:]+:\/\/[^:@/]*):[^@/]*@/, '$1:[secret]@');
}

function parseUserinfo(userinfo: string | undefined): { username?: string; password?: string } {
  if (userinfo === undefined) return {};
  const colon = userinfo.indexOf(':');
  if (colon < 0) throw malformed('the part before the @ must be user:password or :password');
  const username = decode(userinfo.slice(0, colon));
  return { ...(username !== '' && { username }), password: decode(userinfo.slice(colon + 1)) };
}

function parseHost(text: string, defaultPort: number): HostAndPort {
  const [matched, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (matched === undefined || host === undefined)
    throw malformed('each host must have the form name, name:port or [ipv6]:port');
  const port = digits === undefined ? defaultPort : Number(digits);
  if (port < 1 || port > 65_535) throw malformed('a port is not between 1 and 65535');
  return { host, port };
}

function parseDb(text = '0'): number {
  if (!/^\d{1,5}$/.test(text)) throw malformed('the database is not a number');
  return Number(text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed('user, password or master name is not percent-encoded correctly');
  }
}

/** A URL that cannot be used. `why` never repeats a part of it. */
export class MalformedRedisUrl extends Error {
  constructor(readonly why: string) {
    super(`redis.url: ${why}. Expected ${EXAMPLES}.`);
  }
}

function malformed(why: string): MalformedRedisUrl {
  return new MalformedRedisUrl(why);
}
