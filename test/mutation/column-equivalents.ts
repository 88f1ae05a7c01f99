/** Of column-values.js: code that only saves time or satisfies the compiler. */
export const COLUMN_VALUES = (
  [
    ['ConditionalExpression', 'text.length <= maxLength', 'false', 'No text has more code points than code units.'],
    ['EqualityOperator', 'text.length <= maxLength', 'text.length < maxLength', 'The code points are counted then.'],
    ['ConditionalExpression', 'text.length <= 2 * MAX_JSON_DEPTH', 'false', 'The levels are counted then.'],
    [
      'EqualityOperator',
      'text.length <= 2 * MAX_JSON_DEPTH',
      'text.length < 2 * MAX_JSON_DEPTH',
      'The levels are counted then.',
    ],
    ['ArithmeticOperator', '2 * MAX_JSON_DEPTH', '2 / MAX_JSON_DEPTH', 'The levels are counted then.'],
    ['ConditionalExpression', "column.type !== 'decimal'", 'false', 'No other type has a precision or a scale.'],
    ['EqualityOperator', "day >= '0001'", "day > '0001'", 'A day has more characters than its year.'],
    ['ConditionalExpression', 'integer !== undefined', 'true', 'Undefined is not at least anything.'],
  ] as const
).map(([mutator, original, replacement, why]) => ({
  file: 'sdk/typescript/dist/admin/model/column-values.js',
  mutator,
  original,
  replacement,
  why,
}));
