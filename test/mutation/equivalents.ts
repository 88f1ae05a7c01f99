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
    file: 'dist/daemon/admin/auth/verified-tokens.js',
    mutator: 'ConditionalExpression',
    original: 'first !== undefined',
    replacement: 'true',
    why: 'A map of more than a thousand has a first key; it is said for the compiler.',
  },
  {
    file: 'dist/daemon/admin/lists/form-values.js',
    mutator: 'ConditionalExpression',
    original: 'name !== undefined',
    replacement: 'true',
    why: 'No list of names includes undefined; it is said for the compiler.',
  },
  {
    file: 'dist/daemon/admin/records/record-write.js',
    mutator: 'ConditionalExpression',
    original: "binding.kind === 'relation'",
    replacement: 'true',
    why: 'What is writable and no column is a relation: no other field has rules (compile/field-rules.ts).',
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
