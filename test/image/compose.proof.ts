import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { eventually } from '../support/eventually.js';
import { ROOT } from '../support/installed.js';
import { runDemoFlow } from './demo-flow.js';
import { DAEMON_IMAGE, DEMO_IMAGE, prepare, type Stage } from './stage.js';

interface Service {
  readonly image?: string;
  readonly build?: { readonly target: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly command?: readonly string[];
  readonly user?: string;
  readonly tmpfs: readonly string[];
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly healthcheck?: { readonly test: readonly [string, ...string[]] };
}

const IMAGES: Readonly<Record<string, string>> = { daemon: DAEMON_IMAGE, demo: DEMO_IMAGE };
const SECRET = 'a secret of this proof, of more than 32 bytes';

/** Docker Compose is not in Debian 12, so this proof reads the file and runs each service as Compose would. */
describe('deploy/compose.yaml, its services run by podman', function () {
  this.timeout(60 * 60_000);
  let stage: Stage;
  before(async () => (stage = await prepare()));

  it('serves the whole flow of the demo and the admin backend', async () => {
    const text = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');
    const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
    for (const name of inOrder(services)) {
      await start(stage, name, services[name]!, Object.keys(services));
      // As `condition: service_healthy`.
      if (name !== 'gatehouse') await eventually(() => stage.containers.healthy(name));
    }
    await eventually(() => stage.containers.healthy('gatehouse'));
    await runDemoFlow(stage.machine, 'http://localhost:8080');
    expect(await stage.machine.get('http://localhost:8080/backend')).to.contain('200 OK');
    const keys = await stage.containers.podman('exec', 'redis', 'redis-cli', 'dbsize');
    expect(Number(keys), 'keys in Redis').to.be.greaterThan(0);
  });
});

/** Each service after those that it depends on. */
function inOrder(services: Readonly<Record<string, Service>>): string[] {
  const ordered: string[] = [];
  const add = (name: string): void => {
    Object.keys(services[name]?.depends_on ?? {}).forEach(add);
    if (!ordered.includes(name)) ordered.push(name);
  };
  Object.keys(services).forEach(add);
  return ordered;
}

async function start({ containers }: Stage, name: string, service: Service, names: readonly string[]): Promise<void> {
  expect(service).to.deep.include({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  const [, ...check] = service.healthcheck?.test ?? [''];
  const options = [
    // The network of the machine instead of one of Compose's own, with the same names.
    ...names.flatMap((other) => ['--add-host', `${other}:127.0.0.1`]),
    ...Object.entries(service.environment ?? {}).flatMap(([key, value]) => ['--env', `${key}=${interpolated(value)}`]),
    ...(service.volumes ?? []).flatMap((volume) => [
      '--volume',
      volume.replace(/^\.\.?[^:]*/, (path) => resolve(ROOT, 'deploy', path)),
    ]),
    ...service.tmpfs.flatMap((path) => ['--tmpfs', path]),
    ...(service.user === undefined ? [] : ['--user', service.user]),
    ...(check.length === 0 ? [] : ['--health-cmd', check.join(' ')]),
  ];
  const image = service.image === undefined ? IMAGES[service.build?.target ?? ''] : `localhost/${service.image}`;
  await containers.run(name, image ?? '', options, service.command);
}

/** With the variables that the head of the file tells the reader to export. */
function interpolated(value: string): string {
  const variables: Readonly<Record<string, string>> = { DEMO_ADMIN: 'on', ADMIN_JWT_SECRET: SECRET };
  return value.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => variables[name] ?? otherwise);
}
