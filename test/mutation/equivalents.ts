import type { Mutant } from './mutant.js';

/** A mutant that no test can see, since it changes nothing that anybody could observe, and why that is so. */
interface Equivalent {
  readonly file: string;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  readonly why: string;
}

const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'dist/daemon/state/memory/expiring-map.js',
    mutator: 'ConditionalExpression',
    original: 'second === this.#sweptSecond',
    replacement: 'false',
    why: 'a second sweep within one second finds nothing to remove; it only costs time',
  },
  {
    file: 'dist/daemon/state/memory/heaviest-first.js',
    mutator: 'EqualityOperator',
    original: 'one.weight > other.weight',
    replacement: 'one.weight >= other.weight',
    why: 'equal weights never get there: their turns are compared',
  },
  {
    file: 'dist/daemon/state/memory/heaviest-first.js',
    mutator: 'ConditionalExpression',
    original: 'parent === undefined',
    replacement: 'false',
    why: 'every position above 0 has a parent',
  },
  {
    file: 'dist/daemon/state/redis/replays.js',
    mutator: 'EqualityOperator',
    original: 'life >= 1',
    replacement: 'life > 1',
    why: 'a life of one millisecond is over before anybody can ask',
  },
  {
    file: 'dist/daemon/state/redis/sign-in-throttle.js',
    mutator: 'MethodExpression',
    original: 'hits.slice(own.length)',
    replacement: 'hits',
    why: 'the own bucket was forgotten by then, and nothing is given back to a window that is over',
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
    original: "framing.body === 'sized'",
    replacement: 'true',
    why: 'the other kinds of framing have no length, so that undefined comes out of both branches',
  },
  {
    file: 'sdk/typescript/dist/mount/forward.js',
    mutator: 'ConditionalExpression',
    original: 'this.#answer?.complete !== true',
    replacement: 'true',
    why: 'node:http marks a request as destroyed when its whole answer was read, and destroying it again does nothing',
  },
  {
    file: 'dist/daemon/http/client-address.js',
    mutator: 'ConditionalExpression',
    original: 'this.#trustsNobody',
    replacement: 'false',
    why: 'a short cut: where nobody is trusted, the peer is the client by the way round as well',
  },
  {
    file: 'dist/daemon/http/uws-adapter.js',
    mutator: 'ConditionalExpression',
    original: "typeof content === 'string'",
    replacement: 'true',
    why: 'Buffer.from() copies a buffer: the same bytes are sent',
  },
];

const known = new Map(EQUIVALENTS.map((equivalent) => [key(equivalent), equivalent.why]));

/** Why the mutant cannot be seen, or undefined when it can. */
export function whyEquivalent(mutant: Mutant): string | undefined {
  return known.get(key(mutant));
}

function key({ file, mutator, original, replacement }: Pick<Mutant, 'file' | 'mutator' | 'original' | 'replacement'>) {
  return [file, mutator, original, replacement].join('\n');
}
