/** A mutant that no test can detect because it has no observable effect, and the reason. */
export interface Equivalent {
  readonly file: string;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  readonly why: string;
}

/**
 * Guards for limits that may be absent: a comparison with undefined is always false, so only the compiler needs them.
 */
const OPTIONAL_LIMITS = ['min', 'max', 'minDate', 'maxDate'].map((limit) => ({
  file: 'dist/daemon/admin/records/filter-conditions.js',
  mutator: 'ConditionalExpression',
  original: `${limit} !== undefined`,
  replacement: 'true',
  why: 'A comparison with undefined is always false.',
}));

/** Of the admin backend. */
export const ADMIN: readonly Equivalent[] = [
  ...OPTIONAL_LIMITS,
  {
    file: 'dist/daemon/admin/auth/tokens.js',
    mutator: 'BooleanLiteral',
    original: 'false',
    replacement: 'true',
    why: 'Whether the key may be exported: it never leaves the function that imports it.',
  },
  {
    file: 'dist/daemon/admin/auth/tokens.js',
    mutator: 'LogicalOperator',
    original: "error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf'",
    replacement: "error instanceof errors.JWTClaimValidationFailed || error.claim === 'nbf'",
    why: 'A token with another wrong claim is verified once more, and refused for the same reason.',
  },
  ...['known !== undefined', "verified.kind === 'valid'", 'verifiedTokens.claimsOf(token, now) !== undefined'].map(
    (original) => ({
      file: 'dist/daemon/admin/auth/tokens.js',
      mutator: 'ConditionalExpression',
      original,
      replacement: 'false',
      why: 'A shortcut: without it the signature is verified once more, with the same outcome.',
    }),
  ),
  {
    file: 'dist/daemon/admin/auth/tokens.js',
    mutator: 'ConditionalExpression',
    original: "error.claim === 'nbf'",
    replacement: 'true',
    why: 'A token with another wrong claim is verified once more, and refused for the same reason.',
  },
  {
    file: 'dist/daemon/admin/auth/tokens.js',
    mutator: 'ConditionalExpression',
    original: "typeof begins !== 'number'",
    replacement: 'false',
    why: 'Such a token is refused in the second verification too; the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/admin/auth/sessions.js',
    mutator: 'ConditionalExpression',
    original: 'sessionId !== undefined',
    replacement: 'true',
    why: 'An undefined session id is none for the token either; the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/admin/auth/passwords.js',
    mutator: 'ConditionalExpression',
    original: 'encoded !== undefined',
    replacement: 'true',
    why: 'An unknown login is no hash of bcrypt, which costs a comparison too; the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/admin/auth/passwords.js',
    mutator: 'ConditionalExpression',
    original: 'stored !== undefined',
    replacement: 'true',
    why: 'A shortcut: the library refuses what is no hash of bcrypt, at once.',
  },
  {
    file: 'dist/daemon/admin/auth/sessions.js',
    mutator: 'LogicalOperator',
    original: 'list === undefined || sessionId === undefined',
    replacement: 'list === undefined && sessionId === undefined',
    why: 'A new session has an id if there is a list, and only then.',
  },
  {
    file: 'dist/daemon/admin/auth/tickets.js',
    mutator: 'EqualityOperator',
    original: 'ticket.length > MAX_CHARACTERS',
    replacement: 'ticket.length >= MAX_CHARACTERS',
    why: 'No ticket has exactly this length: its bytes are a multiple of 512 and what the seal adds.',
  },
  ...[
    {
      file: 'tokens.js',
      original: '{ return undefined; }',
      why: 'a function that ends without a value returns undefined',
    },
    { file: 'passkeys.js', original: '{ return false; }', why: 'undefined counts as false' },
  ].map(({ file, ...rest }) => ({
    file: `dist/daemon/admin/auth/${file}`,
    mutator: 'BlockStatement',
    replacement: '{}',
    ...rest,
  })),
  ...['/[0-9]{6}$/', '/^[0-9]{6}/'].map((replacement) => ({
    file: 'dist/daemon/admin/auth/one-time-codes.js',
    mutator: 'Regex',
    original: '/^[0-9]{6}$/',
    replacement,
    why: 'The library refuses codes of another length.',
  })),
  {
    file: 'dist/daemon/admin/records/import/plan.js',
    mutator: 'ConditionalExpression',
    original: 'mode === undefined',
    replacement: 'false',
    why: 'No list of modes includes undefined; the guard is for the compiler.',
  },
  ...[
    { mutator: 'ConditionalExpression', original: 'text.length <= most', replacement: 'false' },
    { mutator: 'EqualityOperator', original: 'text.length <= most', replacement: 'text.length < most' },
    { mutator: 'MethodExpression', original: 'text.slice(0, 2 * (most + 1))', replacement: 'text' },
  ].map((mutant) => ({
    ...mutant,
    file: 'dist/daemon/admin/records/import/excerpt.js',
    why: 'A shortcut: without it, more of the text is split into characters, with the same outcome.',
  })),
  {
    file: 'dist/daemon/admin/records/import/field-values.js',
    mutator: 'ConditionalExpression',
    original: "binding.kind === 'column'",
    replacement: 'true',
    why: 'A field that files fill and that is no relation has a column (isImportable); the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/admin/records/import/local-values.js',
    mutator: 'ConditionalExpression',
    original: 'existing !== undefined',
    replacement: 'false',
    why: 'The order of a language is found again each time; it only costs time.',
  },
  {
    file: 'dist/daemon/admin/records/import/local-values.js',
    mutator: 'Regex',
    original: String.raw`/^(\S+?)(?:(?:,?\s+|T)(\d.*))?$/is`,
    replacement: String.raw`/(\S+?)(?:(?:,?\s+|T)(\d.*))?$/is`,
    why: 'A later beginning is only found where the first part is no date.',
  },
  {
    file: 'dist/daemon/admin/records/nested-values.js',
    mutator: 'ConditionalExpression',
    original: "field.binding.kind === 'column'",
    replacement: 'true',
    why: 'No other field inside of a nested form has rules (compile/field-binding.ts); the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/admin/records/record-json.js',
    mutator: 'ConditionalExpression',
    original: "selection.kind === 'count'",
    replacement: 'false',
    why: 'The value has the kind of its selection (host/from-proto/record.ts); the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/admin/records/record-json.js',
    mutator: 'ConditionalExpression',
    original: "binding.kind === 'relation'",
    replacement: 'true',
    why: 'Only columns and relations have a place in a record; the guard is for the compiler.',
  },
  ...[
    {
      mutator: 'ConditionalExpression',
      original: 'code > SEMICOLON',
      replacement: 'false',
      why: 'a shortcut: no separator and no line end has a higher code',
    },
    {
      mutator: 'ConditionalExpression',
      original: 'count !== undefined',
      replacement: 'true',
      why: 'other characters are then counted too, and no one reads how often there are any',
    },
    {
      mutator: 'EqualityOperator',
      original: 'at < text.length',
      replacement: 'at <= text.length',
      why: 'behind the last character there is none to count',
    },
    {
      mutator: 'BlockStatement',
      original: '{ return undefined; }',
      replacement: '{}',
      why: 'a function that ends without a value returns undefined',
    },
    {
      mutator: 'EqualityOperator',
      original: 'start < text.length',
      replacement: 'start <= text.length',
      why: 'the parser then also gets an empty text',
    },
    {
      mutator: 'ConditionalExpression',
      original: 'failed.error === undefined',
      replacement: 'true',
      why: 'a parser that has failed reads no more; it only costs time',
    },
    {
      mutator: 'ConditionalExpression',
      original: 'error instanceof CsvError',
      replacement: 'true',
      why: 'the parser has no other errors; one would be a defect',
    },
  ].map((mutant) => ({ ...mutant, file: 'dist/daemon/admin/records/import/csv-file.js' })),
  {
    file: 'dist/daemon/admin/records/import/local-values.js',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'In place of what a pattern has found, whose first element no caller reads.',
  },
  ...['list === undefined', 'filter === undefined'].map((original) => ({
    file: 'dist/daemon/admin/usecases/list-options.js',
    mutator: 'ConditionalExpression',
    original,
    replacement: 'false',
    why: 'Without a list there is no filter, and without a filter no origin of choices; the guard is for the compiler.',
  })),
  {
    file: 'dist/daemon/admin/usecases/sign-in.js',
    mutator: 'ConditionalExpression',
    original: 'credentials === undefined',
    replacement: 'false',
    why: 'No password matches an unknown hash; the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/admin/usecases/row-writes.js',
    mutator: 'ConditionalExpression',
    original: 'update !== undefined',
    replacement: 'true',
    why: 'Only an import that updates has keys and records that match; the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/admin/records/record-json.js',
    mutator: 'ConditionalExpression',
    original: "cell.kind === 'invalid'",
    replacement: 'false',
    why: 'An invalid cell has no JSON, and only texts and numbers are titles; the guard is for the compiler.',
  },
  ...['list === undefined', 'form === undefined'].map((original) => ({
    file: 'dist/daemon/admin/usecases/search-records.js',
    mutator: 'ConditionalExpression',
    original,
    replacement: 'false',
    why: 'A list with globalSearch has a form, or the schema is rejected; the guard is for the compiler.',
  })),
  {
    file: 'dist/daemon/admin/usecases/list-options.js',
    mutator: 'ConditionalExpression',
    original: 'name !== undefined',
    replacement: 'true',
    why: 'No list of names includes undefined; the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/admin/records/record-write.js',
    mutator: 'ConditionalExpression',
    original: "binding.kind === 'relation'",
    replacement: 'true',
    why: 'A writable field that is not a column is a relation: no other field has rules (compile/fields.ts).',
  },
  {
    file: 'dist/daemon/admin/usecases/show-partial.js',
    mutator: 'ConditionalExpression',
    original: "binding.kind === 'partial'",
    replacement: 'true',
    why: 'No other binding has a property of that name; the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/admin/usecases/run-action.js',
    mutator: 'ConditionalExpression',
    original: "binding?.kind !== 'widget'",
    replacement: 'false',
    why: 'Without a widget there is no action either; the guard is for the compiler.',
  },
  {
    file: 'dist/daemon/admin/usecases/run-action.js',
    mutator: 'LogicalOperator',
    original: "binding?.kind !== 'widget' || action === undefined",
    replacement: "binding?.kind !== 'widget' && action === undefined",
    why: 'The action of a widget exists, or the schema is rejected.',
  },
  {
    file: 'dist/daemon/admin/usecases/run-action.js',
    mutator: 'ConditionalExpression',
    original: 'action === undefined',
    replacement: 'false',
    why: 'The action of a button or widget exists, or the schema is rejected.',
  },
];
