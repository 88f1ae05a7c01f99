// Who may import whom: docs/architecture in executable form. `http → routes → usecases → ports ⇐ host | state`.
// Unit tests may reach for a real neighbour of the code they test, so the layering rules leave *.test.ts out.

const NOT_A_TEST = '\\.test\\.ts$';

/** From `from`, nothing of ours but `allowed` (path prefixes, regular expressions). */
function only(name, comment, from, allowed) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from, pathNot: NOT_A_TEST },
    to: { path: '^(daemon|sdk|demo|test|bench|plugins)/', pathNot: allowed },
  };
}

/** The package may be imported in the given places only. */
function fenced(name, comment, packagePath, places) {
  return {
    name,
    comment,
    severity: 'error',
    from: { pathNot: [...places, NOT_A_TEST, '^(sdk|demo|test|bench)/'] },
    to: { path: packagePath },
  };
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
    only('core-imports-nothing', 'core is what everything else stands on.', '^daemon/core/', ['^daemon/core/']),
    only('http-knows-no-feature', 'The engine must serve any feature unchanged.', '^daemon/http/', [
      '^daemon/http/',
      '^daemon/core/',
    ]),
    only('config-stands-alone', 'Configuration is read before anything exists.', '^daemon/config/', [
      '^daemon/config/',
      '^daemon/core/',
    ]),
    only(
      'oauth-is-a-feature',
      'It knows core, and http as plain values; never an adapter, never admin.',
      '^daemon/oauth/',
      ['^daemon/oauth/', '^daemon/core/', '^daemon/http/'],
    ),
    only(
      'admin-is-a-feature',
      'It knows core, and http as plain values; never an adapter, never oauth.',
      '^daemon/admin/',
      ['^daemon/admin/', '^daemon/core/', '^daemon/http/'],
    ),
    only(
      'below-routes-no-http',
      'HTTP ends at the routes: a use case also serves the consent gRPC server.',
      '^daemon/(oauth|admin)/(usecases|checks|grants|lists|records)/',
      [
        '^daemon/(oauth|admin)/(usecases|checks|grants|lists|records|schema|partials|auth|i18n|ports|model)/',
        '^daemon/core/',
      ],
    ),
    only(
      'ports-are-interfaces',
      'A port speaks of the model; nothing of who uses or implements it.',
      '^daemon/(oauth|admin)/ports/',
      ['^daemon/(oauth|admin)/(ports|model)/', '^daemon/core/'],
    ),
    only('model-is-plain', 'The model depends on nothing but core.', '^daemon/(oauth|admin)/model/', [
      '^daemon/(oauth|admin)/model/',
      '^daemon/core/',
    ]),
    only(
      'host-implements-ports',
      'An adapter knows ports, model and core, and the contract it speaks.',
      '^daemon/host/',
      ['^daemon/host/', '^daemon/contract/', '^daemon/(oauth|admin)/(ports|model)/', '^daemon/core/'],
    ),
    only('state-implements-ports', 'An adapter knows ports, model and core.', '^daemon/state/', [
      '^daemon/state/',
      '^daemon/(oauth|admin)/(ports|model)/',
      '^daemon/core/',
    ]),
    only('client-documents-implement-a-port', 'An adapter knows ports, model and core.', '^daemon/client-documents/', [
      '^daemon/client-documents/',
      '^daemon/oauth/(ports|model)/',
      '^daemon/core/',
    ]),
    only(
      'consent-enters-at-usecases',
      'The second way in uses the same use cases, not the routes.',
      '^daemon/consent/',
      ['^daemon/consent/', '^daemon/contract/', '^daemon/oauth/(usecases|ports|model|checks)/', '^daemon/core/'],
    ),
    only(
      'hostcheck-is-a-black-box',
      'It holds a host against the contract: it sees the contract, the model for what options may be, and the converters ' +
        "and admin ports of host/, so that it reads a host's answers exactly as the daemon does.",
      '^daemon/hostcheck/',
      [
        '^daemon/hostcheck/',
        '^daemon/contract/',
        '^daemon/core/',
        '^daemon/oauth/model/',
        '^daemon/admin/(model|ports)/',
        '^daemon/host/(admin|from-proto)/',
      ],
    ),
    only('contract-stands-alone', 'The generated side of proto/.', '^daemon/contract/', [
      '^daemon/contract/',
      '^daemon/core/',
    ]),
    only(
      'observability-implements-ports',
      'It hears of features through their telemetry ports.',
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
      comment: 'compose.ts is the one place where adapters are made and wired, so that it reads as the whole program.',
      severity: 'error',
      from: {
        path: '^daemon/',
        pathNot: [
          NOT_A_TEST,
          '^daemon/(compose|compose/[^/]+)\\.ts$',
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
      comment: 'The composition root is started, not used: only what starts the process stands above it.',
      severity: 'error',
      from: { path: '^daemon/[^/]+/', pathNot: [NOT_A_TEST, '^daemon/(cli|process)/'] },
      to: { path: '^daemon/(compose|main|serve|lifecycle)\\.ts$' },
    },
    {
      name: 'generated-types-stay-inside',
      comment: 'Converters turn the contract into our own types at the border; inside, nobody knows protobuf.',
      severity: 'error',
      from: { path: '^daemon/', pathNot: [NOT_A_TEST, '^daemon/(contract|host|consent|hostcheck)/'] },
      to: { path: '^daemon/contract/' },
    },
    only(
      'spa-knows-what-the-api-says',
      'The browser has the API, and the types of what it answers: one source for both sides, and not a line of the daemon.',
      '^daemon/spa/',
      ['^daemon/spa/', '^daemon/admin/(model|i18n/phrases|partials/filter)/'],
    ),
    {
      name: 'spa-takes-types-only',
      comment: 'What stands in the bundle of the browser is in daemon/spa and its packages.',
      severity: 'error',
      from: { path: '^daemon/spa/' },
      to: { path: '^daemon/', pathNot: '^daemon/spa/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-the-spa',
      comment: 'It is built for browsers: the daemon serves it as files and knows nothing of it.',
      severity: 'error',
      from: { pathNot: '^daemon/spa/' },
      to: { path: '^daemon/spa/' },
    },
    {
      name: 'fence-browser-packages',
      comment: 'They are bundled into the application, and installed with the daemon by nobody.',
      severity: 'error',
      from: { pathNot: '^daemon/spa/' },
      to: { path: 'node_modules/(@?react|@tanstack|@internationalized|lucide-react|vite|@vitejs)' },
    },
    fenced('fence-uws', 'One file is the security boundary.', 'node_modules/uWebSockets\\.js', [
      '^daemon/http/uws-adapter\\.ts$',
    ]),
    fenced('fence-https', 'One folder opens connections to addresses that a stranger chose.', '^(node:)?https$', [
      '^daemon/client-documents/fetch-document\\.ts$',
    ]),
    fenced('fence-ioredis', 'Redis is one of two implementations of the state ports.', 'node_modules/ioredis', [
      '^daemon/state/redis/',
    ]),
    fenced(
      'fence-grpc',
      'gRPC is how two adapters talk, not a language of the features.',
      'node_modules/(@grpc|grpc-health-check)',
      ['^daemon/(host|consent|hostcheck|contract)/'],
    ),
    {
      name: 'a-host-never-sees-the-daemon',
      comment: 'Whoever writes a host has proto/ and an SDK; the SDK and the demo must get by with the same.',
      severity: 'error',
      from: { path: '^(sdk|demo|plugins)/' },
      to: { path: '^daemon/' },
    },
    {
      name: 'the-product-never-sees-its-tests',
      comment: 'What ships must not depend on what tests, measures or shows it.',
      severity: 'error',
      from: { path: '^(daemon|sdk)/', pathNot: NOT_A_TEST },
      to: { path: '^(test|bench|demo)/|\\.test\\.ts$' },
    },
  ],
  options: {
    // Type-only imports couple files as well; without this they would be invisible after compilation.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|sdk/typescript/dist)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
