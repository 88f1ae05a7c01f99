import { expect } from 'chai';
import { type Bom, type Component, problemsOf } from './cyclonedx.js';

const library: Component = {
  'bom-ref': 'pkg:npm/%40acme/tool@1.0.0',
  type: 'library',
  name: '@acme/tool',
  version: '1.0.0',
  licenses: [{ expression: '(MIT OR Apache-2.0)' }],
  hashes: [{ alg: 'SHA-512', content: 'ab'.repeat(64) }],
  purl: 'pkg:npm/%40acme/tool@1.0.0',
};
const platform: Component = {
  ...{ 'bom-ref': 'pkg:generic/node@20.19.0', type: 'platform', name: 'node', version: '20.19.0' },
  purl: 'pkg:generic/node@20.19.0',
  components: [
    {
      ...{ 'bom-ref': 'pkg:generic/openssl@3.0.15%2Bquic', type: 'library', name: 'openssl', version: '3.0.15+quic' },
      purl: 'pkg:generic/openssl@3.0.15%2Bquic',
    },
  ],
};
const daemon: Component = {
  ...{
    'bom-ref': 'pkg:npm/tool@2.0.0',
    type: 'application',
    name: 'tool',
    version: '2.0.0',
    purl: 'pkg:npm/tool@2.0.0',
  },
};
const bom: Bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
  version: 1,
  metadata: { component: daemon },
  components: [library, platform],
  dependencies: [{ ref: daemon['bom-ref'], dependsOn: [library['bom-ref'], platform['bom-ref']] }],
};
const withLibrary = (change: object): Bom => ({ ...bom, components: [{ ...library, ...change }, platform] });
const ref = library['bom-ref'];

/** The list of components of make dist is checked with these rules (HC-72). */
describe('a list of components in CycloneDX 1.5', () => {
  it('has no problem if it follows the schema', () => expect(problemsOf(bom)).to.deep.equal([]));

  for (const [problem, wrong] of [
    ['bomFormat is not CycloneDX', { ...bom, bomFormat: 'SPDX' }],
    ['specVersion is not 1.5', { ...bom, specVersion: '1.4' }],
    ['version is no positive integer', { ...bom, version: 0 }],
    ['serialNumber is no urn:uuid', { ...bom, serialNumber: '3e671687-395b-41f5-a30f-a58921a69b79' }],
    ['tools is unknown', { ...bom, tools: [] }],
    ['pkg:generic/node@20.19.0 is twice a bom-ref', { ...bom, components: [library, platform, platform] }],
    ['pkg:npm/tool@2.0.0 is twice a bom-ref', { ...bom, components: [library, platform, daemon] }],
    [
      'dependencies: pkg:npm/absent@1 is no bom-ref',
      { ...bom, dependencies: [{ ref: 'pkg:npm/absent@1', dependsOn: [] }] },
    ],
    [`${ref}: license is unknown`, withLibrary({ license: 'MIT' })],
    [`${ref}: type is package`, withLibrary({ type: 'package' })],
    [`${ref}: has no version`, withLibrary({ version: undefined })],
    [`${ref}: purl is pkg:npm/@acme/tool@1.0.0`, withLibrary({ purl: 'pkg:npm/@acme/tool@1.0.0' })],
    [`${ref}: purl is pkg:npm/%40acme/tool@1.0.1`, withLibrary({ purl: 'pkg:npm/%40acme/tool@1.0.1' })],
    [`${ref}: the license is `, withLibrary({ licenses: [{}] })],
    [
      `${ref}: the license is SEE LICENSE IN LICENSE.md`,
      withLibrary({ licenses: [{ expression: 'SEE LICENSE IN LICENSE.md' }] }),
    ],
    [`${ref}: the license is (MIT`, withLibrary({ licenses: [{ expression: '(MIT' }] })],
    [`${ref}: has several expressions`, withLibrary({ licenses: [{ expression: 'MIT' }, { expression: 'ISC' }] })],
    [`${ref}: the hash is no SHA-512`, withLibrary({ hashes: [{ alg: 'SHA-512', content: 'ab' }] })],
    [`${ref}: the hash is no SHA512`, withLibrary({ hashes: [{ alg: 'SHA512', content: 'ab'.repeat(64) }] })],
  ] as const) {
    it(problem, () => expect(problemsOf(wrong as Bom)).to.include(problem));
  }
});
