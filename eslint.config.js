import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Files that talk to a person on a terminal; everything else logs through core/runtime.ts. */
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

/** Every name is imported from the file that defines it: a barrel hides who depends on whom, and invites cycles. */
const NO_BARRELS = ['ExportAllDeclaration', 'ExportNamedDeclaration[source]'].map((selector) => ({
  selector,
  message: 'No barrel files: import from the file that defines the name.',
}));

/** One way to say private: `#name`, which holds at run time too. TypeScript's word is left for what has no other spelling. */
const PRIVATE_NAMES = [
  {
    selector:
      ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"], TSAbstractMethodDefinition)[accessibility="private"]',
    message: 'Write #name: `private` is for constructors and their parameter properties.',
  },
];

/** What a record holds is shown as text and can never become markup; the Content-Security-Policy is the second line only. */
const NO_MARKUP = [
  ':matches(JSXAttribute, Property)[name.name="dangerouslySetInnerHTML"]',
  'Property[key.name="dangerouslySetInnerHTML"]',
  'AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]',
  'CallExpression[callee.property.name=/^(insertAdjacentHTML|write|createContextualFragment|setHTMLUnsafe)$/]',
  'JSXOpeningElement[name.name=/^(style|script|iframe)$/]',
].map((selector) => ({ selector, message: 'No markup from texts: build elements.' }));

/** A browser test waits for what it is about. waitForFunction needs eval, which the page's policy forbids unless the first look suffices. */
const NO_SLEEP = [
  'CallExpression[callee.property.name=/^(waitForTimeout|waitForFunction)$/]',
  'CallExpression[callee.name="setTimeout"]',
].map((selector) => ({ selector, message: 'Wait for an event, or with eventually() for what becomes true.' }));

// Which folder may import which is not here but in .dependency-cruiser.js, in one list.
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
      // An adapter whose port is asynchronous may well have nothing to wait for (state/memory).
      '@typescript-eslint/require-await': 'off',
      // `() => void f()` says that the value is unwanted, whatever it is.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Ports, stores and kysely's builders are objects of closures: taking them apart is safe, and usual.
      '@typescript-eslint/unbound-method': 'off',
      // A spread of a text is how its code points are counted here.
      '@typescript-eslint/no-misused-spread': 'off',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...PRIVATE_NAMES],
      'no-console': 'error',
    },
  },
  { files: ['daemon/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...PRIVATE_NAMES, ...NO_BARRELS] } },
  {
    files: ['daemon/admin/api/*.ts'],
    ignores: TESTS,
    // The page and the daemon both run it, so it may use only what every JavaScript engine has.
    rules: { 'no-restricted-globals': ['error', 'Buffer', 'process', 'window', 'document', 'URLSearchParams'] },
  },
  {
    files: ['daemon/spa/**/*.ts', 'daemon/spa/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended],
    rules: { 'no-restricted-syntax': ['error', ...PRIVATE_NAMES, ...NO_BARRELS, ...NO_MARKUP] },
  },
  { files: ['test/browser/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...PRIVATE_NAMES, ...NO_SLEEP] } },
  { files: TERMINAL, rules: { 'no-console': 'off' } },
  {
    // chai asserts with property expressions (`expect(x).to.be.true`), and tests hand in deliberately wrong values.
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
