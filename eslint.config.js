import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Files that print to a terminal; everything else logs through core/runtime.ts. */
const TERMINAL = [
  'daemon/cli/**',
  'daemon/main.ts',
  'daemon/hostcheck/**',
  'demo/**',
  'bench/**',
  'scripts/**',
  'test/**',
];
const TESTS = ['**/*.test.ts', '**/testing/**', 'test/**/*.ts'];

/** Every name is imported from the file that defines it: a barrel hides dependencies and invites cycles. */
const NO_BARRELS = ['ExportAllDeclaration', 'ExportNamedDeclaration[source]'].map((selector) => ({
  selector,
  message: 'No barrel files: import from the file that defines the name.',
}));

/** Private members are `#name`, which also holds at run time. TypeScript's `private` is only for members without that syntax. */
const PRIVATE_NAMES = [
  {
    selector:
      ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"], TSAbstractMethodDefinition)[accessibility="private"]',
    message: 'Write #name: `private` is for constructors and their parameter properties.',
  },
];

/** Values of records are shown as text and never become markup. The Content-Security-Policy is only the second defense. */
const NO_MARKUP = [
  ':matches(JSXAttribute, Property)[name.name="dangerouslySetInnerHTML"]',
  'Property[key.name="dangerouslySetInnerHTML"]',
  'AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]',
  'CallExpression[callee.property.name=/^(insertAdjacentHTML|write|createContextualFragment|setHTMLUnsafe)$/]',
  'JSXOpeningElement[name.name=/^(style|script|iframe)$/]',
].map((selector) => ({ selector, message: 'No markup from texts: build elements.' }));

/** Before the language is loaded, application.tsx has no other text. */
const NO_RAW_ERRORS = ['[object.name=/error$/i]', '[object.property.name=/error$/i]'].map((of) => ({
  selector: `MemberExpression[property.name="message"]${of}`,
  message:
    'People read errorText() or errorTitle(): the message of a lost connection is technical, and not in their language.',
}));

/** A browser test waits for an event. waitForFunction needs eval, which the page's policy forbids unless the first try succeeds. */
const NO_SLEEP = [
  'CallExpression[callee.property.name=/^(waitForTimeout|waitForFunction)$/]',
  'CallExpression[callee.name="setTimeout"]',
].map((selector) => ({ selector, message: 'Wait for an event, or use eventually() for a condition.' }));

/** A row of marks that never ends would block the thread for seconds: daemon/admin/api/spelling.ts. */
const LINEAR_SPELLINGS = [
  {
    selector: 'CallExpression[callee.property.name="normalize"]',
    message: 'Use normalized() or composed() of admin/api/spelling.ts: String.normalize is quadratic in rows of marks.',
  },
];

/** The SQLite of better-sqlite3 plans by the value of `limit ?`, so it prepares the statement again for each use. */
const HIDDEN_LIMITS = [
  ':matches(Literal, Identifier, MemberExpression, BinaryExpression)',
  'TaggedTemplateExpression[quasi.quasis.0.value.raw=""]',
].map((value) => ({
  selector: `CallExpression[callee.property.name="limit"] > ${value}.arguments`,
  message: 'Write sql.lit(…) for a constant, and sql`cast(${…} as integer)` for any other limit.',
}));

// The import rules between folders are in .dependency-cruiser.js.
export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'test/output/**', '.demo/**', '**/generated/**', '**/*.d.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A forgotten await is a lost error, and in a daemon an unhandled rejection ends the process.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      // A new member of a union must break every switch over it, not fall through silently.
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // An adapter with an asynchronous port may have nothing to wait for (state/memory).
      '@typescript-eslint/require-await': 'off',
      // `() => void f()` says that the value is not needed.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Ports, stores and kysely's builders are objects of closures: destructuring them is safe and common.
      '@typescript-eslint/unbound-method': 'off',
      // We count the code points of a text by spreading it.
      '@typescript-eslint/no-misused-spread': 'off',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...PRIVATE_NAMES],
      'no-console': 'error',
    },
  },
  {
    files: ['sdk/typescript/src/**/*.ts'],
    ignores: TESTS,
    rules: { 'no-restricted-syntax': ['error', ...PRIVATE_NAMES, ...HIDDEN_LIMITS] },
  },
  { files: ['daemon/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...PRIVATE_NAMES, ...NO_BARRELS] } },
  {
    files: ['daemon/admin/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...PRIVATE_NAMES, ...NO_BARRELS, ...LINEAR_SPELLINGS] },
  },
  {
    files: ['daemon/admin/api/*.ts'],
    ignores: TESTS,
    // Both page and daemon run it, so it may use only features of every JavaScript engine.
    rules: { 'no-restricted-globals': ['error', 'Buffer', 'process', 'window', 'document', 'URLSearchParams'] },
  },
  {
    files: ['daemon/spa/**/*.ts', 'daemon/spa/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended],
    rules: { 'no-restricted-syntax': ['error', ...PRIVATE_NAMES, ...NO_BARRELS, ...NO_MARKUP, ...LINEAR_SPELLINGS] },
  },
  {
    files: ['daemon/spa/**/*.tsx'],
    ignores: ['daemon/spa/shell/application.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...PRIVATE_NAMES,
        ...NO_BARRELS,
        ...NO_MARKUP,
        ...NO_RAW_ERRORS,
        ...LINEAR_SPELLINGS,
      ],
    },
  },
  { files: ['test/browser/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...PRIVATE_NAMES, ...NO_SLEEP] } },
  { files: TERMINAL, rules: { 'no-console': 'off' } },
  {
    // chai asserts with property expressions (`expect(x).to.be.true`), and tests pass wrong values on purpose.
    files: TESTS,
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.js', '**/*.mjs'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
);
