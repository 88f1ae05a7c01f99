/** Of the admin half of the SDK: code that only saves time or satisfies the compiler. */
export const SDK = (
  [
    ['records/list-page', 'ConditionalExpression', 'known', 'false', 'Then it counts what it could know.'],
    ['records/outcomes', 'EqualityOperator', 'a < b', 'a <= b', 'No object has one name twice.'],
    [
      'records/stored-settings',
      'MethodExpression',
      `json.startsWith('"')`,
      `json.endsWith('"')`,
      'No other JSON ends with a quotation mark.',
    ],
    ['records/record-size', 'ConditionalExpression', 'cell !== undefined', 'true', 'There is a cell for each name.'],
    [
      'records/relation-manager',
      'ConditionalExpression',
      'owner === undefined',
      'false',
      'Drivers take it for NULL, which is the key of no record.',
    ],
    [
      'sql/stored-value',
      'Regex',
      String.raw`/^(.\d\d)(\d\d)$/`,
      String.raw`/^(.\D\d)(\d\d)$/`,
      'V8 reads a zone without a colon, too.',
    ],
    [
      'sql/stored-value',
      'Regex',
      String.raw`/^(.\d\d)(\d\d)$/`,
      String.raw`/^(.\d\d)(\d\d)/`,
      'No other zone has four digits in a row.',
    ],
    [
      'sql/versions',
      'ConditionalExpression',
      'raw === undefined',
      'false',
      'A query that needs the version selects it.',
    ],
  ] as const
).map(([name, mutator, original, replacement, why]) => ({
  file: `sdk/typescript/dist/admin/${name}.js`,
  mutator,
  original,
  replacement,
  why,
}));
