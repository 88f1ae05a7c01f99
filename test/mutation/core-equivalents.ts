/** Code of the daemon and of proto that only saves time or satisfies the compiler. */
const NEAREST = (
  [
    ['ConditionalExpression', 'Math.abs(a.length - b.length) > limit', 'false', 'Then it counts the letters.'],
    ['EqualityOperator', 'start < a.length', 'start <= a.length', 'Behind its end, a text has no letter.'],
    ['EqualityOperator', 'start < a.length', 'start >= a.length', 'Then it compares what both begin with, too.'],
    ['ConditionalExpression', 'start < a.length', 'true', 'Behind its end, a text has no letter.'],
    [
      'ConditionalExpression',
      'start < a.length && a.charCodeAt(start) === b.charCodeAt(start)',
      'false',
      'Then it compares what both begin with, too.',
    ],
    [
      'ConditionalExpression',
      'endOfA > start && endOfB > start && a.charCodeAt(endOfA - 1) === b.charCodeAt(endOfB - 1)',
      'false',
      'Then it compares what both end with, too.',
    ],
    [
      'ConditionalExpression',
      'least > limit',
      'false',
      'Then it looks at the other letters, and finds it too far away.',
    ],
  ] as const
).map(([mutator, original, replacement, why]) => ({
  file: 'dist/daemon/core/nearest.js',
  mutator,
  original,
  replacement,
  why,
}));

/** Ids repeat after four billion calls. */
const CALL_IDS = (
  [
    ['ConditionalExpression', 'this.#lastId === 0xffff_ffff', 'false'],
    ['ConditionalExpression', 'this.#inFlight.has(this.#lastId) || this.#overdue.has(this.#lastId)', 'false'],
    [
      'LogicalOperator',
      'this.#inFlight.has(this.#lastId) || this.#overdue.has(this.#lastId)',
      'this.#inFlight.has(this.#lastId) && this.#overdue.has(this.#lastId)',
    ],
  ] as const
).map(([mutator, original, replacement]) => ({
  file: 'proto/dist/stream-client.js',
  mutator,
  original,
  replacement,
  why: 'One connection never carries four billion calls within a test.',
}));

export const CORE = [
  ...CALL_IDS,
  {
    file: 'dist/daemon/http/exchange.js',
    mutator: 'ConditionalExpression',
    original: "framing.body === 'length'",
    replacement: 'true',
    why: 'A body in chunks has no length, which is less than any and counts as 0; the guards are for the compiler.',
  },
  {
    file: 'dist/daemon/state/memory/pending-requests.js',
    mutator: 'EqualityOperator',
    original: 'one.turn < other.turn',
    replacement: 'one.turn <= other.turn',
    why: 'No two groups have the same turn.',
  },
  {
    file: 'dist/daemon/state/memory/pending-requests.js',
    mutator: 'ConditionalExpression',
    original: 'last !== undefined',
    replacement: 'true',
    why: 'What is removed is in the heap; the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/state/memory/throttle.js',
    mutator: 'ConditionalExpression',
    original: 'this.#windows.size === 0',
    replacement: 'false',
    why: 'Then it looks for each bucket, and finds none.',
  },
  ...NEAREST,
  {
    file: 'dist/daemon/core/json.js',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'Outside of all brackets there is no key.',
  },
] as const;
