import type { Equivalent } from './admin-equivalents.js';

const [API, USECASES] = ['dist/daemon/admin/api', 'dist/daemon/admin/usecases'];

/** A cache of formats, of which only the time that they save can be seen. */
const KEPT_FORMATS = [
  ['ConditionalExpression', 'existing !== undefined', 'false'],
  ['ConditionalExpression', 'formats.size >= MAX_FORMATS', 'true'],
  ['ConditionalExpression', 'formats.size >= MAX_FORMATS', 'false'],
  ['EqualityOperator', 'formats.size >= MAX_FORMATS', 'formats.size > MAX_FORMATS'],
  ['EqualityOperator', 'formats.size >= MAX_FORMATS', 'formats.size < MAX_FORMATS'],
].map(([mutator = '', original = '', replacement = '']) => ({
  file: `${API}/zoned-time.js`,
  mutator,
  original,
  replacement,
  why: 'How many formats are kept: a format that is made again is the same.',
}));

/** The ends of the patterns of dates and times. */
const UNANCHORED_MOMENTS = [
  ['/^\\d{4}-\\d{2}-\\d{2}$/', '/\\d{4}-\\d{2}-\\d{2}$/'],
  ['/^\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?$/', '/\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?$/'],
  ['/^\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?$/', '/^\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?/'],
].map(([original = '', replacement = '']) => ({
  file: `${API}/exported-cell.js`,
  mutator: 'Regex',
  original,
  replacement,
  why: 'What surrounds a date or a time makes a text that is no instant either way.',
}));

/** Of `admin/api` and `admin/usecases`. */
export const ADMIN_USECASES: readonly Equivalent[] = [
  ...KEPT_FORMATS,
  {
    file: `${API}/characters.js`,
    mutator: 'ConditionalExpression',
    original: "seen === ''",
    replacement: 'false',
    why: 'Only without a segmenter is the first character of a text empty here.',
  },
  {
    file: `${API}/characters.js`,
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'Only without a segmenter, in browsers that have none.',
  },
  {
    file: `${API}/characters.js`,
    mutator: 'MethodExpression',
    original: 'text.slice(0, length + LONGEST)',
    replacement: 'text',
    why: 'What follows a character does not move its beginning; it only costs time.',
  },
  {
    file: `${API}/characters.js`,
    mutator: 'MethodExpression',
    original: 'text.slice(0, 2 * (most + 1))',
    replacement: 'text',
    why: 'Only so many characters count; it only costs time.',
  },
  ...UNANCHORED_MOMENTS,
  {
    file: `${API}/spelling.js`,
    mutator: 'ConditionalExpression',
    original: '!TOO_MANY_MARKS.test(text)',
    replacement: 'false',
    why: 'A shortcut: a text without such a row of marks is one part.',
  },
  {
    file: `${API}/formula.js`,
    mutator: 'Regex',
    original: '/^[\\s\\p{Cc}\\p{Cf}]+/u',
    replacement: '/[\\s\\p{Cc}\\p{Cf}]+/u',
    why: 'Only the first character of the result counts, which a later row of ignored characters does not change.',
  },
  {
    file: `${API}/number-format.js`,
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'In place of what a pattern has found, whose first element is not read.',
  },
  {
    file: `${USECASES}/saved-views.js`,
    mutator: 'ConditionalExpression',
    original: "typeof version === 'number'",
    replacement: 'true',
    why: 'Only a number is an integer; the guard is for the compiler.',
  },
  {
    file: `${USECASES}/find-existing.js`,
    mutator: 'ObjectLiteral',
    original: '{ creating: false }',
    replacement: '{}',
    why: 'undefined counts as false.',
  },
  {
    file: `${USECASES}/manage-records.js`,
    mutator: 'ConditionalExpression',
    original: "outcome.outcome === 'deleted'",
    replacement: 'false',
    why: 'outcomeError has no case for it, and returns undefined too.',
  },
  ...[
    { mutator: 'ConditionalExpression', replacement: 'false' },
    { mutator: 'LogicalOperator', replacement: 'list === undefined && filter === undefined' },
  ].map((change) => ({
    file: `${USECASES}/list-options.js`,
    original: 'list === undefined || filter === undefined',
    ...change,
    why: 'Without a list there is no filter, and without a filter no origin of choices; the guard is for the compiler.',
  })),
  {
    file: `${USECASES}/search-records.js`,
    mutator: 'LogicalOperator',
    original: 'list === undefined || form === undefined',
    replacement: 'list === undefined && form === undefined',
    why: 'A list with globalSearch has a form, or the schema is rejected; the guard is for the compiler.',
  },
];
