/** Of core/: code that only saves time. */
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

export const CORE = [
  ...NEAREST,
  {
    file: 'dist/daemon/core/json.js',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'Outside of all brackets there is no key.',
  },
] as const;
