// The import rules of CONTRIBUTING.md in executable form: `http → routes → usecases → ports ⇐ host | state`.
// Unit tests may use real neighbors of the tested code, so the layering rules exclude *.test.ts.

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { fences, NOT_A_TEST } from './.dependency-cruiser.fences.js';

/** Files in `from` may import only `allowed` of our own files (path prefixes, regular expressions). */
function only(name, comment, from, allowed) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from, pathNot: NOT_A_TEST },
    to: { path: '^(daemon|proto|sdk|demo|test|bench|plugins)/', pathNot: allowed },
  };
}

/** Folders below `root`, lowest first: none imports code of a later one. `form` means only the files directly in form/. */
function order(name, comment, root, folders) {
  const files = folders.map((folder) => `${root}${folder}/[^/]+$`);
  return folders.slice(0, -1).map((folder, at) => ({
    name: `${name}:${folder}`,
    comment,
    severity: 'error',
    from: { path: files[at], pathNot: NOT_A_TEST },
    to: { path: files.slice(at + 1), pathNot: '\\.css$' },
  }));
}

/** The same with every folder below `root`: one that the list lacks would escape the rule. */
function fullOrder(name, comment, root, folders) {
  const cwd = fileURLToPath(new URL(root.slice(1), import.meta.url));
  const found = globSync('*/**/*.{ts,tsx}', { cwd, ignore: ['**/*.test.ts', '**/testing/**'] }).map(dirname);
  const missing = [...new Set(found)].filter((folder) => !folders.some((one) => new RegExp(`^${one}$`).test(folder)));
  if (missing.length > 0) throw new Error(`${name} in .dependency-cruiser.js lacks ${missing.join(', ')}`);
  return order(name, comment, root, folders);
}

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Files of a cycle can only be read, tested and changed together. Generated messages may contain each other.',
      severity: 'error',
      from: { pathNot: '/generated/' },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that does not resolve would escape every rule below.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    only('core-imports-nothing', 'Everything else depends on core.', '^daemon/core/', ['^daemon/core/']),
    only('http-knows-no-feature', 'The engine must serve any feature unchanged.', '^daemon/http/', [
      '^daemon/http/',
      '^daemon/core/',
    ]),
    only(
      'config-stands-alone',
      'Configuration is read before anything exists. Of the OAuth options it needs the names, to say that they are not here.',
      '^daemon/config/',
      ['^daemon/config/', '^daemon/core/', '^daemon/oauth/model/options\\.ts$'],
    ),
    only(
      'oauth-is-a-feature',
      'It uses core, and http as plain values; never an adapter, never admin.',
      '^daemon/oauth/',
      ['^daemon/oauth/', '^daemon/i18n/', '^daemon/core/', '^daemon/http/'],
    ),
    only(
      'admin-is-a-feature',
      'It uses core, and http as plain values; never an adapter, never oauth.',
      '^daemon/admin/',
      ['^daemon/admin/', '^daemon/i18n/', '^daemon/core/', '^daemon/http/'],
    ),
    only(
      'below-routes-no-http',
      'HTTP ends at the routes: a use case also serves the consent gRPC server.',
      '^daemon/(oauth|admin)/(usecases|checks|grants|records)/',
      [
        '^daemon/(oauth|admin)/(usecases|checks|grants|records|schema|partials|auth|ports|model|api)/',
        '^daemon/i18n/',
        '^daemon/core/',
      ],
    ),
    only(
      'i18n-stands-alone',
      'The consent page and the admin backend both take their languages from it.',
      '^daemon/i18n/',
      ['^daemon/i18n/', '^daemon/core/'],
    ),
    only(
      'admin-api-is-pure',
      'The browser imports it too: of our code it may use only the types of localized texts.',
      '^daemon/admin/api/',
      ['^daemon/admin/api/', '^daemon/i18n/text\\.ts$'],
    ),
    ...fullOrder('host-folders', 'Each folder of the host client imports only those before it.', '^daemon/host/', [
      'channel',
      'from-proto',
      'to-proto',
      'admin',
      'fleet',
    ]),
    ...fullOrder(
      'hostcheck-folders',
      'The run imports the checks, and the checks import the subject.',
      '^daemon/hostcheck/',
      ['subject', 'checks'],
    ),
    {
      name: 'admin-api-runs-anywhere',
      comment: 'The browser imports it too: no module of Node.js, no package, and of i18n only types.',
      severity: 'error',
      from: { path: '^daemon/admin/api/', pathNot: NOT_A_TEST },
      to: { pathNot: '^daemon/admin/api/', dependencyTypesNot: ['type-only'] },
    },
    ...fullOrder(
      'oauth-folders',
      'Each folder of the authorization server imports only those before it.',
      '^daemon/oauth/',
      ['model', 'ports', 'checks', 'grants', 'usecases', 'consent-page', 'routes'],
    ),
    ...fullOrder(
      'admin-folders',
      'Each folder of the admin backend imports only those before it in this list.',
      '^daemon/admin/',
      [
        'api',
        'model',
        'model/schema',
        'ports',
        'partials/runtime',
        'partials/syntax',
        'partials/functions',
        'partials/escape',
        'partials/execute',
        'partials',
        'brand',
        'schema/yaml',
        'schema/files',
        'builtin',
        'schema/keys',
        'schema/compile',
        'schema/permitted',
        'schema',
        'auth',
        'records/import',
        'records',
        'usecases',
        'routes',
      ],
    ),
    only(
      'ports-are-interfaces',
      'A port uses the model; it does not depend on its users or implementations.',
      '^daemon/(oauth|admin)/ports/',
      ['^daemon/(oauth|admin)/(ports|model)/', '^daemon/admin/api/', '^daemon/core/'],
    ),
    only('model-is-plain', 'The model depends only on core.', '^daemon/(oauth|admin)/model/', [
      '^daemon/(oauth|admin)/model/',
      '^daemon/admin/api/',
      '^daemon/i18n/',
      '^daemon/core/',
    ]),
    only('host-implements-ports', 'An adapter uses ports, model and core, and the contract.', '^daemon/host/', [
      '^daemon/host/',
      '^proto/',
      '^daemon/(oauth|admin)/(ports|model)/',
      '^daemon/core/',
    ]),
    only(
      'state-implements-ports',
      'An adapter uses ports, model and core; Redis also the forms of redis.url.',
      '^daemon/state/',
      ['^daemon/state/', '^daemon/(oauth|admin)/(ports|model)/', '^daemon/config/redis-url\\.ts$', '^daemon/core/'],
    ),
    only('client-documents-implement-a-port', 'An adapter uses ports, model and core.', '^daemon/client-documents/', [
      '^daemon/client-documents/',
      '^daemon/oauth/(ports|model)/',
      '^daemon/core/',
    ]),
    only(
      'consent-enters-at-usecases',
      'The second way in uses the same use cases, not the routes.',
      '^daemon/consent/',
      [
        '^daemon/consent/',
        '^proto/',
        '^daemon/host/silence-grpc\\.ts$',
        '^daemon/oauth/(usecases|ports|model|checks)/',
        '^daemon/core/',
      ],
    ),
    only(
      'hostcheck-is-a-black-box',
      'It checks a host against the contract. It imports the contract, the model for the validation of options, the ' +
        'registration that the contract defines for the built-in controllers, and the ' +
        "converters and admin ports of host/, so that it reads a host's answers exactly as the daemon does.",
      '^daemon/hostcheck/',
      [
        '^daemon/hostcheck/',
        '^proto/',
        '^daemon/core/',
        '^daemon/oauth/model/',
        '^daemon/admin/(model|ports)/',
        '^daemon/admin/builtin/registration\\.ts$',
        '^daemon/host/(admin|from-proto)/',
        '^daemon/host/silence-grpc\\.ts$',
      ],
    ),
    only(
      'october-uses-the-compiler',
      'It turns files into files, with the readers of the compiler as the judge of the result.',
      '^daemon/october/',
      ['^daemon/october/', '^daemon/admin/schema/', '^daemon/i18n/', '^daemon/core/'],
    ),
    only('proto-stands-alone', 'Both sides of the contract import it, and any other host may.', '^proto/', ['^proto/']),
    only(
      'observability-implements-ports',
      'It observes features through their telemetry ports.',
      '^daemon/observability/',
      [
        '^daemon/observability/',
        '^daemon/(oauth|admin)/(ports|model)/',
        '^daemon/(host|http|config)/',
        '^daemon/core/',
      ],
    ),
    {
      name: 'only-compose-constructs',
      comment: 'Only compose.ts creates and wires adapters, so that it reads as the whole program.',
      severity: 'error',
      from: {
        path: '^daemon/',
        pathNot: [
          NOT_A_TEST,
          '^daemon/(compose|operator/[^/]+)\\.ts$',
          '^daemon/(host|state|consent|client-documents|http|observability|hostcheck)/',
        ],
      },
      to: {
        path: '^daemon/((host|state|consent|client-documents)/|http/(uws|node)-adapter)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nothing-imports-compose',
      comment: 'Only the files that start the process use the composition root.',
      severity: 'error',
      from: { path: '^daemon/[^/]+/', pathNot: [NOT_A_TEST, '^daemon/cli/'] },
      to: { path: '^daemon/(compose|main|serve|lifecycle)\\.ts$' },
    },
    {
      name: 'generated-types-stay-inside',
      comment: 'Converters turn the contract into our own types at the edge; no other code uses protobuf.',
      severity: 'error',
      from: {
        path: '^(daemon|demo|bench|plugins)/',
        pathNot: [NOT_A_TEST, '^daemon/(host|consent|hostcheck)/'],
      },
      to: { path: '^proto/' },
    },
    {
      name: 'generated-types-stay-inside-the-sdk',
      comment: 'The interfaces for applications use our own types, without protobuf.',
      severity: 'error',
      from: {
        path: '^sdk/typescript/src/',
        pathNot: [NOT_A_TEST, '^sdk/typescript/src/(wire|host|consent|admin/(rpc|records|sql|directory)|admin/cell)'],
      },
      // The limits are plain numbers.
      to: { path: '^proto/', pathNot: '^proto/(src|dist)/limits\\.' },
    },
    only(
      'spa-knows-what-the-api-says',
      'The browser shares the API module with the daemon, and the types of the model: one source for both sides.',
      '^daemon/spa/',
      ['^daemon/spa/', '^daemon/admin/(api|model)/', '^daemon/i18n/'],
    ),
    ...order(
      'sdk-folders',
      'Each folder of the SDK imports only those before it in this list.',
      '^sdk/typescript/src/',
      [
        'shared',
        'ports',
        'wire',
        'mount',
        'consent',
        'sql/migrations',
        'sql/stores',
        'admin/model',
        'admin/sql',
        'admin/records',
        'admin/rpc',
        'host',
      ],
    ),
    ...fullOrder('spa-folders', 'Each folder of the page imports only those before it in this list.', '^daemon/spa/', [
      'formats',
      'api',
      'platform',
      'ui',
      'people',
      'table',
      'form/state',
      'form/panel',
      'form/fields',
      'form/(editors|nested|relations|widgets)',
      'form',
      'list/query',
      'list/filters',
      'list/columns',
      'list/export',
      'list/(import|views)',
      'list(?:/bulk)?',
      'settings',
      'shell(?:/palette)?',
    ]),
    {
      name: 'spa-takes-types-only',
      comment:
        'The bundle of the browser contains daemon/spa, its packages and daemon/admin/api, and no other code of the daemon.',
      severity: 'error',
      from: { path: '^daemon/spa/' },
      to: { path: '^daemon/', pathNot: '^daemon/(spa|admin/api)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-the-spa',
      comment: 'It is built for browsers: the daemon only serves its files.',
      severity: 'error',
      from: { pathNot: '^daemon/spa/' },
      to: { path: '^daemon/spa/' },
    },
    {
      name: 'fence-browser-packages',
      comment: 'They are bundled into the application, and not installed with the daemon.',
      severity: 'error',
      from: { pathNot: '^daemon/spa/' },
      to: { path: 'node_modules/(@?react|@tanstack|@internationalized|lucide-react|vite|@vitejs)' },
    },
    ...fences,
    {
      name: 'a-host-never-sees-the-daemon',
      comment: 'Host authors have only proto/ and an SDK; SDK and demo must not need more.',
      severity: 'error',
      from: { path: '^(sdk|demo|plugins)/' },
      to: { path: '^daemon/' },
    },
    {
      name: 'the-product-never-sees-its-tests',
      comment: 'Shipped code must not depend on tests, benchmarks or the demo.',
      severity: 'error',
      from: { path: '^(daemon|proto|sdk)/', pathNot: NOT_A_TEST },
      to: { path: '^(test|bench|demo)/|\\.test\\.ts$' },
    },
  ],
  options: {
    // Type-only imports couple files too; without this option they are invisible after compilation.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|sdk/typescript/dist)/|^proto/dist/.*\\.test\\.' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
