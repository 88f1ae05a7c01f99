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
];

const known = new Map(EQUIVALENTS.map((equivalent) => [key(equivalent), equivalent.why]));

/** Why the mutant cannot be seen, or undefined when it can. */
export function whyEquivalent(mutant: Mutant): string | undefined {
  return known.get(key(mutant));
}

function key({ file, mutator, original, replacement }: Pick<Mutant, 'file' | 'mutator' | 'original' | 'replacement'>) {
  return [file, mutator, original, replacement].join('\n');
}
