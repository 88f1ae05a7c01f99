/** Security-relevant code, and the tests that have to detect a change in it. */
export interface Area {
  readonly name: string;
  /** Folders of built JavaScript and Lua to mutate, relative to the root of the repository. */
  readonly mutated: readonly string[];
  /** Globs of built test files. A test file that never reaches a mutant is not run for it. */
  readonly tests: readonly string[];
}

const OAUTH_FLOWS = [
  'authorize',
  'client-documents',
  'concurrency',
  'consent',
  'consent-page',
  'consent-page-attacks',
  'hostile-input',
  'lost-request',
  'mcp-client',
  'metadata',
  'metrics',
  'missing-peers',
  'options',
  'refresh',
  'register',
  'revoke',
  'throttles',
  'token-errors',
];

/** Flows of the admin backend that kill processes, wait for limits or measure, and detect nothing more. */
const SLOW_ADMIN_FLOWS = ['application', 'fleet', 'host-dies', 'startup', 'telemetry'];

export const AREAS: readonly Area[] = [
  {
    name: 'oauth',
    mutated: ['dist/daemon/oauth'],
    tests: [
      'dist/daemon/oauth/**/*.test.js',
      'dist/daemon/consent/*.test.js',
      ...OAUTH_FLOWS.map((flow) => `dist/test/flows/${flow}.test.js`),
    ],
  },
  {
    name: 'http',
    mutated: ['dist/daemon/http', 'dist/daemon/core'],
    tests: [
      'dist/daemon/{http,core}/*.test.js',
      'dist/test/conformance/http-engine*.test.js',
      'dist/test/flows/shutdown.test.js',
    ],
  },
  {
    name: 'state',
    mutated: ['dist/daemon/state'],
    tests: ['dist/daemon/state/**/*.test.js', 'dist/test/conformance/{memory,redis}-*.test.js'],
  },
  {
    name: 'admin-auth',
    mutated: ['dist/daemon/admin/auth'],
    tests: [
      'dist/daemon/admin/auth/**/*.test.js',
      'dist/daemon/admin/usecases/*.test.js',
      'dist/test/flows/admin/{sign-in*,*sessions,accounts,passkey*,second-factor*,scenarios,fleet}.test.js',
    ],
  },
  {
    name: 'admin-usecases',
    mutated: ['dist/daemon/admin/usecases', 'dist/daemon/admin/records', 'dist/daemon/admin/api'],
    tests: [
      'dist/daemon/admin/{usecases,records,api}/**/*.test.js',
      'dist/daemon/admin/{auth,model,routes,schema/*}/**/*.test.js',
      `dist/test/flows/admin/!(${SLOW_ADMIN_FLOWS.join('|')}).test.js`,
    ],
  },
  {
    name: 'proto',
    mutated: ['proto/dist'],
    tests: [
      'proto/dist/*.test.js',
      'dist/daemon/host/**/*.test.js',
      'sdk/typescript/dist/{host,wire}/**/*.test.js',
      'dist/test/conformance/closing-host.test.js',
      'dist/test/flows/{describe-again,grpc-tls,host-answers,host-over-http,other-hosts,several-hosts,tls-mismatch}.test.js',
    ],
  },
  {
    name: 'mount',
    mutated: ['sdk/typescript/dist/mount'],
    tests: ['sdk/typescript/dist/mount/*.test.js', 'dist/test/flows/mount*.test.js'],
  },
  {
    name: 'sdk-stores',
    mutated: [
      'sdk/typescript/dist/sql',
      'sdk/typescript/dist/host',
      'sdk/typescript/dist/shared',
      'sdk/typescript/dist/wire',
    ],
    tests: [
      'sdk/typescript/dist/{sql,host,shared,wire}/**/*.test.js',
      'dist/test/conformance/sdk-{availability,backend,sql,postgres,stores-at-once,plans}.test.js',
      'dist/test/flows/{concurrency,host-death}.test.js',
    ],
  },
  {
    name: 'sdk-records',
    mutated: ['sdk/typescript/dist/admin'],
    tests: [
      'sdk/typescript/dist/admin/**/*.test.js',
      'dist/test/conformance/admin/sdk-*.test.js',
      // The encodings that migrateAdmin rejects.
      'dist/test/conformance/sdk-postgres.test.js',
      'dist/test/flows/admin/{writes,actions,lists,refusals,invalid-values}.test.js',
    ],
  },
];
