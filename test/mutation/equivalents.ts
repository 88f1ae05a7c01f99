import type { Mutant } from './mutant.js';

/** A mutant that no test can see, since it changes nothing that anybody could observe, and why that is so. */
interface Equivalent {
  readonly file: string;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  readonly why: string;
}

/** Limits that need not be there: nothing is less or more than undefined, so that only the compiler wants to hear of it. */
const OPTIONAL_LIMITS = ['lists/filter-conditions.js', 'records/rules.js'].flatMap((file) =>
  ['min', 'max', 'minDate', 'maxDate'].map((limit) => ({
    file: `dist/daemon/admin/${file}`,
    mutator: 'ConditionalExpression',
    original: `${limit} !== undefined`,
    replacement: 'true',
    why: 'Nothing is less or more than undefined.',
  })),
);

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
  ...OPTIONAL_LIMITS,
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
  {
    file: 'dist/daemon/admin/records/rules.js',
    mutator: 'ConditionalExpression',
    original: "cell.kind === 'date'",
    replacement: 'false',
    why: 'A date that is read as a moment is midnight in UTC, whose day is the date itself.',
  },
  {
    file: 'dist/daemon/admin/usecases/show-partial.js',
    mutator: 'ConditionalExpression',
    original: "binding.kind === 'partial'",
    replacement: 'true',
    why: 'No other binding has a property of that name; it is said for the compiler.',
  },
  {
    file: 'dist/daemon/admin/usecases/run-action.js',
    mutator: 'ConditionalExpression',
    original: "binding?.kind !== 'widget'",
    replacement: 'false',
    why: 'Without a widget there is no action either; it is said for the compiler.',
  },
  {
    file: 'dist/daemon/admin/usecases/run-action.js',
    mutator: 'LogicalOperator',
    original: "binding?.kind !== 'widget' || action === undefined",
    replacement: "binding?.kind !== 'widget' && action === undefined",
    why: 'The action of a widget exists, or the schema is refused.',
  },
  {
    file: 'dist/daemon/admin/usecases/run-action.js',
    mutator: 'ConditionalExpression',
    original: 'action === undefined',
    replacement: 'false',
    why: 'The action of a button or widget exists, or the schema is refused.',
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
