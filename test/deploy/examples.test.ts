import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../demo/config.js';
import { startChild } from '../support/child.js';
import { tempDir } from '../support/temp-dir.js';
import { read, ROOT } from './repository.js';

const MAIN = fileURLToPath(new URL('../../daemon/main.js', import.meta.url));

/** The daemon has to accept these files exactly as an operator copies them. */
describe('The examples in deploy/', () => {
  it('the daemon accepts gatehouse.yaml without a warning', async () => {
    const settings = await resolved(['--config', join(ROOT, 'deploy/gatehouse.yaml')]);
    expect(settings['http.trusted_proxies']).to.include({ value: '127.0.0.1' });
  });

  it('compose.yaml: both parts know every variable that it sets', async () => {
    const compose = parse(read('deploy/compose.yaml'), { merge: true }) as Compose;
    const { application, gatehouse, redis } = compose.services;
    const secret = 'a'.repeat(32);
    for (const variables of [{}, { DEMO_ADMIN: 'on', ADMIN_JWT_SECRET: secret }]) {
      await resolved([], interpolated(gatehouse?.environment, variables));
    }
    expect(interpolated(application?.environment, {})).to.include({ DEMO_ADMIN: 'off' });

    const known = new Set<string>();
    readConfig(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void known.add(String(name)) }));
    expect([...known]).to.include.members(Object.keys(application?.environment ?? {}));

    for (const service of [application, gatehouse, redis]) {
      expect(service).to.deep.include({ read_only: true, cap_drop: ['ALL'] });
    }
    const grace = parseInt(gatehouse?.stop_grace_period ?? '0');
    expect(grace, 'seconds, longer than the drain').to.be.greaterThan(await drainSeconds([]));
  });

  it('kubernetes.yaml: the daemon accepts its configuration, the pod outlives the drain, and its containers cannot write', async () => {
    const documents = parseAllDocuments(read('deploy/kubernetes.yaml'));
    expect(documents.flatMap(({ errors }) => errors)).to.deep.equal([]);
    const [map, deployment] = documents.map((document) => document.toJS() as unknown) as [ConfigMap, Deployment];
    const file = join(tempDir('kubernetes'), 'gatehouse.yaml');
    writeFileSync(file, map.data['gatehouse.yaml'] ?? '');
    const pod = deployment.spec.template.spec;
    expect(pod.terminationGracePeriodSeconds).to.be.greaterThan(await drainSeconds(['--config', file]));
    for (const container of [...pod.initContainers, ...pod.containers]) {
      expect(container.securityContext).to.deep.include({ runAsUser: 1000, readOnlyRootFilesystem: true });
    }
  });

  it('gatehouse.service: its command and variables are known, it does not restart after a configuration error, and it has time to drain', async () => {
    const unit = read('deploy/gatehouse.service');
    const values = (key: string) =>
      [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map((match) => match[1] ?? '');
    expect(values('ExecStart')[0]).to.match(/^\/opt\/gatehouse\/gatehouse serve --config \S+$/);

    const directory = tempDir('credentials');
    for (const name of ['host-token', 'consent-token']) writeFileSync(join(directory, name), 'a'.repeat(32));
    const variables = values('Environment').map((line) => line.replace('%d', directory).split('='));
    const settings = await resolved([], Object.fromEntries(variables) as Record<string, string>);
    expect(settings['consent.token']?.source).to.contain('GATEHOUSE_CONSENT__TOKEN_FILE');

    const mistake = await startChild(process.execPath, [MAIN, 'config', '--set', 'no.such.key=1'], { env: {} });
    expect(values('RestartPreventExitStatus')).to.deep.equal([String((await mistake.exited).code)]);
    expect(Number(values('TimeoutStopSec')[0])).to.be.greaterThan(await drainSeconds([]));
  });
});

interface Compose {
  readonly services: Record<string, { environment?: Record<string, string>; stop_grace_period?: string }>;
}
interface ConfigMap {
  readonly data: Record<string, string>;
}
interface Container {
  readonly securityContext: object;
}
interface Deployment {
  readonly spec: { readonly template: { readonly spec: PodSpec } };
}
interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly initContainers: readonly Container[];
  readonly containers: readonly Container[];
}

interface Setting {
  readonly value: string | null;
  readonly source: string;
}

/** Substitutes `${NAME:-default}` as Compose does. */
function interpolated(environment: Record<string, string> = {}, variables: Record<string, string>) {
  const fill = (value: string) =>
    value.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => variables[name] ?? otherwise);
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}

/** The output of `gatehouse config`. Throws if it rejects the file. */
async function resolved(args: readonly string[], env: Record<string, string> = {}): Promise<Record<string, Setting>> {
  const child = await startChild(process.execPath, [MAIN, 'config', '--json', ...args], { cwd: tempDir('cwd'), env });
  const { code } = await child.exited;
  expect(code, child.output()).to.equal(0);
  expect(child.output()).not.to.contain('warning:');
  return JSON.parse(child.output()) as Record<string, Setting>;
}

async function drainSeconds(args: readonly string[]): Promise<number> {
  const settings = await resolved(args);
  return parseInt(settings['shutdown.delay']?.value ?? '') + parseInt(settings['shutdown.timeout']?.value ?? '');
}
