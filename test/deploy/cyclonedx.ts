/** The rules of the JSON schema of CycloneDX 1.5 for the parts that our lists of components use, and the syntax of purls. */

interface Licenses {
  readonly expression?: string;
}

export interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly Licenses[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly components?: readonly Component[];
}

export interface Bom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly version: number;
  readonly metadata: { readonly component: Component; readonly timestamp?: string };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const KEYS = ['bomFormat', 'specVersion', 'serialNumber', 'version', 'metadata', 'components', 'dependencies'];
const COMPONENT_KEYS = [
  ...['bom-ref', 'type', 'name', 'version', 'description', 'purl'],
  ...['licenses', 'hashes', 'components'],
];
/** Of the schema's types, those that software like ours has. */
const TYPES = ['application', 'framework', 'library', 'platform'];
/** RFC 9562, as the schema writes it. */
const SERIAL_NUMBER = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const DIGITS_OF: Readonly<Record<string, number>> = { 'SHA-1': 40, 'SHA-256': 64, 'SHA-384': 96, 'SHA-512': 128 };
const LICENSE = String.raw`[A-Za-z0-9][A-Za-z0-9.+-]*`;
/** SPDX: identifiers, also in one pair of parentheses. */
const EXPRESSION = new RegExp(String.raw`^(\(?)${LICENSE}(?: (?:AND|OR|WITH) ${LICENSE})*(\)?)$`);
/** "pkg:type/namespace/name@version". Of the characters with a meaning of their own, only ":" stays as it is. */
const PURL =
  /^pkg:(npm|generic)\/(?:((?:[\w.~-]|%[0-9A-F]{2})+)\/)?((?:[\w.~-]|%[0-9A-F]{2})+)@((?:[\w.~:-]|%[0-9A-F]{2})+)$/;

/** Every violation, with its place; none for a valid list. */
export function problemsOf(bom: Bom): readonly string[] {
  const problems: string[] = [];
  const add = (isRight: boolean, problem: string): void => void (isRight || problems.push(problem));
  add(bom.bomFormat === 'CycloneDX', 'bomFormat is not CycloneDX');
  add(bom.specVersion === '1.5', 'specVersion is not 1.5');
  add(Number.isInteger(bom.version) && bom.version >= 1, 'version is no positive integer');
  add(SERIAL_NUMBER.test(bom.serialNumber), 'serialNumber is no urn:uuid');
  for (const key of Object.keys(bom)) add(KEYS.includes(key), `${key} is unknown`);

  const all = [bom.metadata.component, ...bom.components].flatMap(withParts);
  const refs = new Set<string>();
  for (const component of all) {
    const ref = component['bom-ref'];
    add(!refs.has(ref), `${ref} is twice a bom-ref`);
    refs.add(ref);
    for (const problem of problemsOfComponent(component)) problems.push(`${ref}: ${problem}`);
  }
  const described = bom.dependencies.map(({ ref }) => ref);
  add(new Set(described).size === described.length, 'a component has its dependencies twice');
  for (const { ref, dependsOn } of bom.dependencies) {
    add(new Set(dependsOn).size === dependsOn.length, `${ref} depends twice on a component`);
    for (const each of [ref, ...dependsOn]) add(refs.has(each), `dependencies: ${each} is no bom-ref`);
  }
  return problems;
}

function withParts(component: Component): readonly Component[] {
  return [component, ...(component.components ?? []).flatMap(withParts)];
}

function problemsOfComponent(component: Component): readonly string[] {
  const { name, version, type, purl, licenses = [], hashes = [] } = component;
  const problems = Object.keys(component)
    .filter((key) => !COMPONENT_KEYS.includes(key))
    .map((key) => `${key} is unknown`);
  const add = (isRight: boolean, problem: string): void => void (isRight || problems.push(problem));
  add(typeof component['bom-ref'] === 'string' && component['bom-ref'] !== '', 'has no bom-ref');
  add(TYPES.includes(type), `type is ${type}`);
  add(typeof name === 'string' && name !== '', 'has no name');
  add(typeof version === 'string' && version !== '', 'has no version');

  const [, kind, namespace, ownName = '', ownVersion = ''] = PURL.exec(purl) ?? [];
  const fullName = [namespace, ownName].filter((part) => part !== undefined).map(decodeURIComponent);
  add(fullName.join('/') === name && decodeURIComponent(ownVersion) === version, `purl is ${purl}`);
  add(kind !== 'npm' || ownName === ownName.toLowerCase(), `the name in ${purl} has capitals`);

  // The schema has either one expression, or a list of licenses, which we do not write.
  add(licenses.length <= 1, 'has several expressions');
  for (const { expression = '' } of licenses) {
    const [, open, close] = EXPRESSION.exec(expression) ?? [];
    add(open !== undefined && (open === '') === (close === ''), `the license is ${expression}`);
  }
  for (const { alg, content } of hashes) {
    add(/^[0-9a-f]+$/.test(content) && content.length === DIGITS_OF[alg], `the hash is no ${alg}`);
  }
  return problems;
}
