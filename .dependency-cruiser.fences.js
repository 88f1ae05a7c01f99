// Packages that only a few places may import, each with the reason (see .dependency-cruiser.js).

export const NOT_A_TEST = '\\.test\\.ts$';

/** Only the given places may import the package. */
function fenced(name, comment, packagePath, places) {
  return {
    name,
    comment,
    severity: 'error',
    from: { pathNot: [...places, NOT_A_TEST, '^(sdk|demo|test|bench)/'] },
    to: { path: packagePath },
  };
}

export const fences = [
  fenced('fence-uws', 'One file is the security boundary.', 'node_modules/uWebSockets\\.js', [
    '^daemon/http/uws-adapter\\.ts$',
  ]),
  fenced(
    'fence-https',
    'Only one folder opens connections to addresses that strangers choose. The other two files serve the contract, at addresses that the operator configures.',
    '^(node:)?https$',
    [
      '^daemon/client-documents/fetch-document\\.ts$',
      '^proto/(src|dist)/connect-client\\.',
      '^daemon/consent/listener\\.ts$',
    ],
  ),
  fenced('fence-bufbuild', 'It converts JSON; all other code uses the types of generated/.', 'node_modules/@bufbuild', [
    '^proto/(src|dist)/json\\.',
    '^daemon/(host|consent)/testing/',
  ]),
  fenced(
    'fence-ipaddr',
    'It accepts forms that other programs do not read as addresses: node:net must decide first.',
    'node_modules/ipaddr\\.js',
    ['^daemon/core/network-addresses\\.ts$'],
  ),
  fenced('fence-ioredis', 'Redis is one of two implementations of the state ports.', 'node_modules/ioredis', [
    '^daemon/state/redis/',
  ]),
  {
    name: 'fence-kysely',
    comment: 'A host may keep its data without SQL.',
    severity: 'error',
    from: { path: '^sdk/typescript/src/', pathNot: [NOT_A_TEST, '/testing/', '^sdk/typescript/src/(sql|admin)/'] },
    to: { path: 'node_modules/kysely', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'fence-full-protobufjs',
    comment: 'The light build has no parser, which only the build needs (scripts/proto-descriptor.mjs).',
    severity: 'error',
    from: { path: '^(daemon|proto|sdk)/', pathNot: [NOT_A_TEST, '/testing/'] },
    to: {
      path: 'node_modules/(protobufjs/index|@grpc/proto-loader|grpc-health-check)',
      dependencyTypesNot: ['type-only'],
    },
  },
  fenced('fence-grpc', 'gRPC is the transport of adapters; features do not use it.', 'node_modules/@grpc', [
    '^daemon/(host|consent|hostcheck)/',
    '^proto/',
  ]),
];
