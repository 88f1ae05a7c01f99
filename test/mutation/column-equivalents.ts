/** Of column-values.js: code that only saves time or satisfies the compiler. */
export const COLUMN_VALUES = (
  [
    ['ConditionalExpression', 'text.length <= maxLength', 'false', 'No text has more code points than code units.'],
    ['EqualityOperator', 'text.length <= maxLength', 'text.length < maxLength', 'Then it counts the code points.'],
    ['ConditionalExpression', 'text.length <= 2 * MAX_JSON_DEPTH', 'false', 'Then it counts the levels.'],
    [
      'EqualityOperator',
      'text.length <= 2 * MAX_JSON_DEPTH',
      'text.length < 2 * MAX_JSON_DEPTH',
      'Then it counts the levels.',
    ],
    ['ArithmeticOperator', '2 * MAX_JSON_DEPTH', '2 / MAX_JSON_DEPTH', 'Then it counts the levels.'],
    ['ConditionalExpression', "column.type !== 'decimal'", 'false', 'No other type has a precision or a scale.'],
    ['ConditionalExpression', 'integer !== undefined', 'true', 'A comparison with undefined is always false.'],
  ] as const
).map(([mutator, original, replacement, why]) => ({
  file: 'sdk/typescript/dist/admin/model/column-values.js',
  mutator,
  original,
  replacement,
  why,
}));
