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

/** What typescript-eslint calls strict, with and without types. */
const STRICT = [
  'await-thenable',
  'no-array-delete',
  'no-base-to-string',
  'no-deprecated',
  'no-duplicate-enum-values',
  'no-duplicate-type-constituents',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extra-non-null-assertion',
  'no-extraneous-class',
  // A forgotten await is a lost error, and in a daemon an unhandled rejection ends the process.
  'no-floating-promises',
  'no-for-in-array',
  'no-generated-empty-object-type',
  'no-implied-eval',
  'no-invalid-void-type',
  'no-misused-new',
  'no-misused-promises',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-asserted-optional-chain',
  'no-non-null-assertion',
  'no-redundant-type-constituents',
  'no-require-imports',
  'no-this-alias',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-condition',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-declaration-merging',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-unsafe-unary-minus',
  'no-useless-default-assignment',
  'no-wrapper-object-types',
  'only-throw-error',
  'prefer-as-const',
  'prefer-literal-enum-member',
  'prefer-namespace-keyword',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-return-this-type',
  'related-getter-setter-pairs',
  'triple-slash-reference',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
];

/** React's own rules, those of its compiler included. */
const REACT = [
  'rules-of-hooks',
  'exhaustive-deps',
  'static-components',
  'use-memo',
  'preserve-manual-memoization',
  'incompatible-library',
  'immutability',
  'globals',
  'refs',
  'set-state-in-effect',
  'error-boundaries',
  'purity',
  'set-state-in-render',
  'unsupported-syntax',
];

const errors = (plugin, rules) => Object.fromEntries(rules.map((rule) => [`${plugin}/${rule}`, 'error']));

/** ESLint's own rule: selectors of syntax that may not occur. The last entry that fits a file counts. */
const noSyntax = (...selectors) => ({ 'eslint-js/no-restricted-syntax': ['error', ...PRIVATE_NAMES, ...selectors] });

// The import rules between folders are in .dependency-cruiser.js.
export default {
  plugins: ['typescript', 'react', 'oxc'],
  jsPlugins: [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
  categories: { correctness: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  ignorePatterns: ['**/dist/**', '**/node_modules/**', 'test/output/**', '.demo/**', '**/generated/**', '**/*.d.ts'],
  rules: {
    // Texts with control characters are among what we check.
    'no-control-regex': 'off',
    // Tests sort statuses and names, where the order of code units is right.
    'typescript/require-array-sort-compare': 'off',
    // Ports, stores and kysely's builders are objects of closures: destructuring them is safe and common.
    'typescript/unbound-method': 'off',
    'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
    'no-var': 'error',
    'prefer-const': 'error',
  },
  overrides: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      rules: {
        ...errors('typescript', STRICT),
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/return-await': ['error', 'in-try-catch'],
        // A new member of a union must break every switch over it, not fall through silently.
        'typescript/switch-exhaustiveness-check': [
          'error',
          { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
        ],
        'typescript/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        // `() => void f()` says that the value is not needed.
        'typescript/no-meaningless-void-operator': 'off',
        // We count the code points of a text by spreading it.
        'typescript/no-misused-spread': 'off',
        'no-array-constructor': 'error',
        'no-unused-expressions': 'error',
        'no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }],
        'no-useless-constructor': 'error',
        'prefer-rest-params': 'error',
        'prefer-spread': 'error',
        eqeqeq: 'error',
        'no-console': 'error',
        ...noSyntax(),
      },
    },
    { files: ['sdk/typescript/src/**/*.ts'], excludeFiles: TESTS, rules: noSyntax(...HIDDEN_LIMITS) },
    { files: ['daemon/**/*.ts'], rules: noSyntax(...NO_BARRELS) },
    { files: ['daemon/admin/**/*.ts'], rules: noSyntax(...NO_BARRELS, ...LINEAR_SPELLINGS) },
    {
      files: ['daemon/admin/api/*.ts'],
      excludeFiles: TESTS,
      // Both page and daemon run it, so it may use only features of every JavaScript engine.
      rules: { 'no-restricted-globals': ['error', 'Buffer', 'process', 'window', 'document', 'URLSearchParams'] },
    },
    {
      files: ['daemon/spa/**/*.ts', 'daemon/spa/**/*.tsx'],
      rules: { ...errors('react', REACT), ...noSyntax(...NO_BARRELS, ...NO_MARKUP, ...LINEAR_SPELLINGS) },
    },
    {
      files: ['daemon/spa/**/*.tsx'],
      excludeFiles: ['daemon/spa/shell/application.tsx'],
      rules: noSyntax(...NO_BARRELS, ...NO_MARKUP, ...NO_RAW_ERRORS, ...LINEAR_SPELLINGS),
    },
    { files: ['test/browser/**/*.ts'], rules: noSyntax(...NO_SLEEP) },
    { files: TERMINAL, rules: { 'no-console': 'off' } },
    {
      // chai asserts with property expressions (`expect(x).to.be.true`), and tests pass wrong values on purpose.
      files: TESTS,
      rules: {
        'no-loss-of-precision': 'off',
        'no-unsafe-optional-chaining': 'off',
        'no-unused-expressions': 'off',
        'typescript/no-non-null-assertion': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-member-access': 'off',
      },
    },
  ],
};
