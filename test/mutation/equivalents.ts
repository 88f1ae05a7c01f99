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
