import type { Equivalent } from './admin-equivalents.js';
import { ADMIN } from './admin-equivalents.js';
import { ADMIN_USECASES } from './admin-usecase-equivalents.js';
import { COLUMN_VALUES } from './column-equivalents.js';
import { CONTRACT } from './contract-equivalents.js';
import { CORE } from './core-equivalents.js';
import type { Mutant } from './mutant.js';
import { SCRIPTS } from './script-equivalents.js';
import { SDK } from './sdk-equivalents.js';

/** Unreadable input: the last statement of these functions. */
const NOTHING_FOUND = [
  'core/crypto.js',
  'http/parameters.js',
  'http/router.js',
  'oauth/checks/client-authentication.js',
].map((file) => ({
  file: `dist/daemon/${file}`,
  mutator: 'BlockStatement',
  original: '{ return undefined; }',
  replacement: '{}',
  why: 'a function that ends without a value returns undefined',
}));

/** Both pools of random bytes, in the daemon and in the SDK. */
const RANDOM_POOLS = [
  { file: 'dist/daemon/core/crypto.js', used: 'randomUsed', pool: 'randomPool' },
  { file: 'sdk/typescript/dist/sql/opaque-token-issuer.js', used: 'used', pool: 'pool' },
].flatMap(({ file, used, pool }) => {
  const original = `${used} + bytes > ${pool}.length`;
  return [
    {
      file,
      mutator: 'ConditionalExpression',
      original,
      replacement: 'true',
      why: 'the pool is filled for each token; it only costs time',
    },
    ...[
      { to: '>=', why: 'the pool is filled one token earlier; it only costs time' },
      { to: '<=', why: 'the pool is filled for each token after the second; it only costs time' },
    ].map(({ to, why }) => ({
      file,
      mutator: 'EqualityOperator',
      original,
      replacement: original.replace('>', to),
      why,
    })),
  ];
});

const EQUIVALENTS: readonly Equivalent[] = [
  ...ADMIN,
  ...ADMIN_USECASES,
  ...SCRIPTS,
  ...SDK,
  ...RANDOM_POOLS,
  ...COLUMN_VALUES,
  ...CONTRACT,
  ...CORE,
  ...['Sqlite', 'Postgres'].map((engine) => ({
    file: 'sdk/typescript/dist/sql/database/statement.js',
    mutator: 'ArrowFunction',
    original: `(db) => new ${engine}Introspector(db)`,
    replacement: '() => undefined',
    why: 'A Kysely that only compiles looks at no tables.',
  })),
  {
    file: 'sdk/typescript/dist/shared/duration.js',
    mutator: 'ConditionalExpression',
    original: "typeof duration === 'number'",
    replacement: 'true',
    why: 'Only a number is a safe integer; the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/state/memory/expiring-map.js',
    mutator: 'ConditionalExpression',
    original: 'second === this.#sweptSecond',
    replacement: 'false',
    why: 'a second sweep within one second finds nothing to remove; it only costs time',
  },
  {
    file: 'dist/daemon/state/memory/pending-requests.js',
    mutator: 'EqualityOperator',
    original: 'one.weight > other.weight',
    replacement: 'one.weight >= other.weight',
    why: 'equal weights never get here: their turns are compared',
  },
  {
    file: 'dist/daemon/state/memory/pending-requests.js',
    mutator: 'ConditionalExpression',
    original: 'left !== undefined',
    replacement: 'true',
    why: 'there is no right one without a left one; the guard is for the compiler',
  },
  {
    file: 'dist/daemon/state/memory/pending-requests.js',
    mutator: 'ConditionalExpression',
    original: 'group === undefined',
    replacement: 'false',
    why: 'only entries that were added are removed, and those have groups; the guard is for the compiler',
  },
  {
    file: 'dist/daemon/state/redis/replays.js',
    mutator: 'EqualityOperator',
    original: 'life >= 1',
    replacement: 'life > 1',
    why: 'a lifetime of one millisecond ends before a request can arrive',
  },
  {
    file: 'dist/daemon/state/redis/connection.js',
    mutator: 'ConditionalExpression',
    original: 'options.sentinelPassword !== undefined',
    replacement: 'true',
    why: 'ioredis treats an undefined password as none (SentinelConnector)',
  },
  ...['endpoint.username !== undefined', 'endpoint.password !== undefined'].map((original) => ({
    file: 'dist/daemon/state/redis/connection.js',
    mutator: 'ConditionalExpression',
    original,
    replacement: 'true',
    why: 'ioredis treats an undefined option as absent; the guard is for the compiler',
  })),
  {
    file: 'dist/daemon/state/redis/connection.js',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'a script that is run without values reads none',
  },
  {
    file: 'dist/daemon/state/redis/throttle.js',
    mutator: 'MethodExpression',
    original: 'hits.slice(own.length)',
    replacement: 'hits',
    why: "the request's own bucket was already removed, and a window that has ended gets nothing back",
  },
  {
    file: 'sdk/typescript/dist/mount/mount-options.js',
    mutator: 'BooleanLiteral',
    original: 'true',
    replacement: 'false',
    why: 'only the names of the options are read; their values exist for the compiler',
  },
  {
    file: 'sdk/typescript/dist/mount/forward.js',
    mutator: 'ConditionalExpression',
    original: 'this.#answer?.complete !== true',
    replacement: 'true',
    why: 'node:http marks a request as destroyed after its whole answer was read, and destroying it again does nothing',
  },
  {
    file: 'dist/daemon/http/client-address.js',
    mutator: 'ConditionalExpression',
    original: 'this.#trustsNone',
    replacement: 'false',
    why: 'a shortcut: without trusted proxies, the long way also returns the peer as the client',
  },
  {
    file: 'dist/daemon/http/uws-adapter.js',
    mutator: 'ConditionalExpression',
    original: "typeof content === 'string'",
    replacement: 'true',
    why: 'Buffer.from() copies a buffer: the same bytes are sent',
  },
  {
    file: 'dist/daemon/oauth/usecases/exchange-token.js',
    mutator: 'BooleanLiteral',
    original: 'false',
    replacement: 'true',
    why: 'the only one is of a throttled request, whose refusal is not the one that sweeps',
  },
  {
    file: 'dist/daemon/state/redis/unconsented-clients.js',
    mutator: 'ConditionalExpression',
    original: 'before !== null',
    replacement: 'true',
    why: 'it gives back a place of the network "null", which has none; it only costs a round trip',
  },
  {
    file: 'dist/daemon/state/memory/unconsented-clients.js',
    mutator: 'EqualityOperator',
    original: 'expiresAt > now',
    replacement: 'expiresAt >= now',
    why: 'this sweep only frees memory, a millisecond later; the places of the network itself are compared again',
  },
  ...NOTHING_FOUND,
  {
    file: 'sdk/typescript/dist/sql/database/postgres-database.js',
    mutator: 'BlockStatement',
    original: '{ return false; }',
    replacement: '{}',
    why: 'rolledBack() then returns undefined, which counts as false',
  },
  {
    file: 'dist/daemon/core/json.js',
    mutator: 'ConditionalExpression',
    original: 'value === null',
    replacement: 'false',
    why: 'null counts as frozen; the guard is for the compiler',
  },
  {
    file: 'dist/daemon/core/json.js',
    mutator: 'ConditionalExpression',
    original: 'default: return undefined;',
    replacement: 'default:',
    why: 'a function that ends without a value returns undefined',
  },
  {
    file: 'dist/daemon/core/json.js',
    mutator: 'EqualityOperator',
    original: 'at < body.length',
    replacement: 'at <= body.length',
    why: 'behind the last byte there is undefined, which matches none of the compared values',
  },
  {
    file: 'dist/daemon/core/network-addresses.js',
    mutator: 'ConditionalExpression',
    original: 'host !== undefined',
    replacement: 'true',
    why: 'undefined is not a loopback host; the guard is for the compiler',
  },
  {
    file: 'dist/daemon/core/network-addresses.js',
    mutator: 'ConditionalExpression',
    original: 'isIPv4(text)',
    replacement: 'false',
    why: 'a shortcut: the long way writes an IPv4 address the same',
  },
  {
    file: 'dist/daemon/http/body-reader.js',
    mutator: 'EqualityOperator',
    original: '4 * needed >= this.declaredLength',
    replacement: '4 * needed > this.declaredLength',
    why: 'it determines when memory is allocated, at exactly a quarter of the body; the body is the same',
  },
  {
    file: 'dist/daemon/http/body-reader.js',
    mutator: 'ConditionalExpression',
    original: 'last && this.#length === 0',
    replacement: 'false',
    why: 'a shortcut: the long way keeps a body in one piece for a moment, and returns the same',
  },
  {
    file: 'dist/daemon/http/client-address.js',
    mutator: 'ConditionalExpression',
    original: 'trustedProxies.length === 0',
    replacement: 'false',
    why: 'a shortcut: without trusted proxies, the long way also returns the peer as the client',
  },
  {
    file: 'dist/daemon/http/outages.js',
    mutator: 'ConditionalExpression',
    original: 'this.#outages.size === 0',
    replacement: 'false',
    why: 'a shortcut: without outages, none ends',
  },
  {
    file: 'dist/daemon/http/parameters.js',
    mutator: 'ConditionalExpression',
    original: "typeof text === 'string'",
    replacement: 'false',
    why: 'toString() of a text is the text; the guard is for the compiler',
  },
  {
    file: 'dist/daemon/http/parameters.js',
    mutator: 'EqualityOperator',
    original: 'start <= text.length',
    replacement: 'start < text.length',
    why: 'at the end of the text there is no further pair',
  },
  {
    file: 'dist/daemon/http/parameters.js',
    mutator: 'ConditionalExpression',
    original: '!NEEDS_DECODING.test(text)',
    replacement: 'false',
    why: 'a shortcut: decoding does not change text without escapes',
  },
  {
    file: 'dist/daemon/http/request.js',
    mutator: 'ConditionalExpression',
    original: 'requestId !== undefined',
    replacement: 'true',
    why: 'undefined stays undefined, and an id is generated; the guard is for the compiler',
  },
  {
    file: 'dist/daemon/http/request.js',
    mutator: 'ConditionalExpression',
    original: 'traceparent === undefined',
    replacement: 'false',
    why: 'undefined, as text, is not a traceparent; the guard is for the compiler',
  },
  {
    file: 'dist/daemon/http/request.js',
    mutator: 'ConditionalExpression',
    original: 'tracestate !== undefined',
    replacement: 'true',
    why: 'undefined stays undefined; the guard is for the compiler',
  },
  {
    file: 'dist/daemon/http/router.js',
    mutator: 'ConditionalExpression',
    original: "!part.includes('%')",
    replacement: 'false',
    why: 'a shortcut: decoding does not change text without escapes',
  },
  {
    file: 'dist/daemon/oauth/model/oauth-error.js',
    mutator: 'ConditionalExpression',
    original: 'result !== null',
    replacement: 'true',
    why: 'no check returns null; the guard is for the compiler',
  },
];

const known = new Map(EQUIVALENTS.map((equivalent) => [key(equivalent), equivalent.why]));

/** The reason why no test can detect the mutant, or undefined if one can. */
export function whyEquivalent(mutant: Mutant): string | undefined {
  return known.get(key(mutant));
}

/** Those whose code has changed since: they may hide a mutant no more, and their reason may be wrong. */
export function staleEquivalents(mutants: readonly Mutant[]): readonly Equivalent[] {
  const present = new Set(mutants.map(key));
  return EQUIVALENTS.filter((equivalent) => !present.has(key(equivalent)));
}

function key({ file, mutator, original, replacement }: Pick<Mutant, 'file' | 'mutator' | 'original' | 'replacement'>) {
  return [file, mutator, original, replacement].join('\n');
}
