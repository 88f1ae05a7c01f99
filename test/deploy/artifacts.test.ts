import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { run } from '../support/child.js';
import { install, npmPackages } from '../support/installed.js';
import { tempDir } from '../support/temp-dir.js';
import { detail } from '../support/every-test.js';
import { type Bom, problemsOf } from './cyclonedx.js';
import { daemonFolder } from './daemon-folder.js';
import { read, ROOT } from './repository.js';

interface Export {
  readonly types: string;
  readonly default: string;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}

/** The name in an import or export statement, and in a type such as `import("pg").Pool`. */
const IMPORTED = /(?:^(?:import|export)\b[^;'"=]*?\bfrom\s*|^import\s*|\bimport\()['"]([^'"\n]+)['"]/gm;

/** The files of an npm package of ours, by their paths in it. */
async function unpacked(name: string): Promise<ReadonlyMap<string, string>> {
  const project = await install([name], []);
  const folder = join(project, 'node_modules', name);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    paths.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), readFileSync(path, 'utf8')];
    }),
  );
}

/** `make image` installs and runs them on bare systems; these checks take seconds. */
describe('What make dist packs (docs/operations.md)', () => {
  detail('npm packages: the same bytes, whatever the umask and the time zone', async () => {
    const sums = (output: string): string => readFileSync(join(output, 'SHA256SUMS'), 'utf8');
    const first = sums(dirname(await npmPackages()));
    expect(first)
      .to.match(/^[0-9a-f]{64} {2}npm\/gatehouse-\d/m)
      .and.to.match(/gatehouse-host-.*\n.*gatehouse-proto-/);
    const output = tempDir('artifacts');
    const script = 'umask 077; exec "$0" scripts/dist.mjs --output "$1" npm';
    await run('sh', ['-c', script, process.execPath, output], { cwd: ROOT, env: { ...process.env, TZ: 'Asia/Tokyo' } });
    expect(sums(output)).to.equal(first);
  });

  it('the npm package gatehouse installs only what the bundle does not contain: no compiler of validators (HC-68)', async () => {
    const files = await unpacked('gatehouse');
    const manifest = JSON.parse(files.get('package.json') ?? '') as Manifest;
    expect(Object.keys(manifest).sort()).to.deep.equal(
      [...['bin', 'dependencies', 'description', 'engines', 'license', 'name'], ...['type', 'version']].sort(),
    );
    expect(Object.keys(manifest.dependencies).sort()).to.deep.equal(['@node-rs/bcrypt', 'uWebSockets.js']);
    const { dependencies } = JSON.parse(read('package.json')) as Manifest;
    for (const [name, version] of Object.entries(manifest.dependencies)) expect(version).to.equal(dependencies[name]);
    expect([...files.keys()].filter((path) => /\.d\.ts$|\.test\.|\.map$|\/testing\//.test(path))).to.deep.equal([]);
    // Their licenses require it of every copy.
    const notices = files.get('third-party-licenses.txt') ?? '';
    for (const name of ['ioredis', 'jose', '@grpc/grpc-js', 'protobufjs']) expect(notices).to.contain(`\n${name} `);
    const bom = JSON.parse(files.get('sbom.cdx.json') ?? '') as Bom;
    expect(bom.components.map(({ name }) => name)).to.include.members(['ioredis', 'jose', 'react-dom']);
  });

  for (const name of ['@gatehouse/proto', '@gatehouse/host']) {
    it(`${name} depends only on packages that its code or its declarations import, and on all of them (HC-68)`, async () => {
      const files = await unpacked(name);
      const manifest = JSON.parse(files.get('package.json') ?? '') as Manifest;
      const imported = new Set<string>();
      for (const [path, text] of files) {
        if (!/\.(?:js|d\.ts)$/.test(path)) continue;
        for (const [, named = ''] of text.matchAll(IMPORTED)) {
          const [, its = named] = /^((?:@[^/]+\/)?[^/]+)/.exec(named) ?? [];
          if (!named.startsWith('.') && !isBuiltin(named)) imported.add(its);
        }
      }
      const named = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
      expect([...imported].filter((each) => !named.includes(each))).to.deep.equal([]);
      expect(Object.keys(manifest.dependencies).filter((each) => !imported.has(each))).to.deep.equal([]);
    });
  }

  it('@gatehouse/host has the modules that it exports, no compiled file of its own, and the licenses of what is in it', async () => {
    const files = await unpacked('@gatehouse/host');
    const { exports } = JSON.parse(files.get('package.json') ?? '') as { exports: Record<string, Export> };
    const exported = Object.values(exports).flatMap((one) => [one.types, one.default]);
    expect([...files.keys()]).to.include.members(exported.map((path) => path.slice('./'.length)));
    const code = [...files.keys()].filter((path) => path.endsWith('.js'));
    expect(code.filter((path) => !path.startsWith('dist/bundle/'))).to.deep.equal([]);
    const notices = files.get('third-party-licenses.txt') ?? '';
    for (const name of ['kysely', 'protobufjs', 'long']) expect(notices).to.contain(`\n${name} `);
  });

  it('all packages have one version', () => {
    const versions = ['package.json', 'proto/package.json', 'sdk/typescript/package.json', 'demo/package.json'].map(
      (path) => (JSON.parse(read(path)) as { version: string }).version,
    );
    versions.push(/^version = "(.*)"$/m.exec(read('sdk/python/pyproject.toml'))?.[1] ?? '');
    expect(new Set(versions)).to.have.property('size', 1);
  });

  it("the daemon's folder: no tests, declarations or source maps, and only the binaries of this platform", async () => {
    const files = readdirSync(await daemonFolder(), { recursive: true }).map(String);
    expect(files.filter((path) => /\.d\.[cm]?ts$|\.test\.|\.map$|\/testing\/|\.tsbuildinfo$/.test(path))).to.deep.equal(
      [],
    );
    const binaries = files.filter((path) => path.endsWith('.node'));
    expect(binaries.map((path) => path.split('/')[1]).sort()).to.deep.equal(['@node-rs', 'uWebSockets.js']);
    expect(binaries.join()).to.contain(`_${process.arch}_`).and.to.contain(`-${process.arch}-`);
    expect(files).to.include.members([
      'LICENSE',
      'sbom.cdx.json',
      'third-party-licenses.txt',
      'dist/daemon/spa/licenses.md',
    ]);
  });

  it("the daemon's folder: every file of the sources that the daemon reads, such as the built-in plugin", async () => {
    const sources = readdirSync(join(ROOT, 'daemon'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
      .filter((path) => !/\.tsx?$|\.md$|^daemon\/spa\/|^daemon\/(?:[^/]+\/)*tsconfig(?:\.\w+)?\.json$/.test(path));
    expect(sources.join()).to.contain('.lua').and.to.contain('controllers/administrators/config_list.yaml');
    const files = readdirSync(await daemonFolder(), { recursive: true }).map(String);
    expect(sources.filter((path) => !files.includes(join('dist', path)))).to.deep.equal([]);
  });

  it('its list of components: valid CycloneDX (HC-72), with every package in the bundle, outside of it and in the pages', async () => {
    const folder = await daemonFolder();
    const bom = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as Bom;
    expect(problemsOf(bom)).to.deep.equal([]);
    expect(bom.metadata.component).to.include({ name: 'gatehouse' });
    expect(bom.metadata, 'would differ between builds').not.to.have.property('timestamp');
    const refs = bom.components.map((component) => component['bom-ref']);
    expect(bom.dependencies[0]?.dependsOn).to.deep.equal(refs);

    const names = bom.components.map(({ name }) => name);
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const used = Object.keys(dependencies).map((name) => (name === 'uWebSockets.js' ? 'uwebsockets' : name));
    expect(names).to.include.members([...used, 'protobufjs', 'react-dom']);
    const licenses = readFileSync(join(folder, 'third-party-licenses.txt'), 'utf8');
    const { packages: locked } = JSON.parse(read('package-lock.json')) as Lock;
    for (const { name, version, licenses: stated, hashes } of bom.components) {
      expect(stated?.[0]?.expression, name).to.match(/\w/);
      if (name === '@gatehouse/proto') continue;
      const content = Buffer.from(hashes?.[0]?.content ?? '', 'hex').toString('base64');
      const ofThatHash = Object.values(locked).find(({ integrity }) => integrity === `sha512-${content}`);
      expect(ofThatHash?.version, `the version of ${name} that has the hash`).to.equal(version);
    }
    for (const name of used.filter((used) => !used.startsWith('@gatehouse/')))
      expect(licenses).to.contain(`\n${name} `);
  });
});
