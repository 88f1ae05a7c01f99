import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { eventually } from '../support/eventually.js';
import { ROOT } from '../support/installed.js';
import { tempDir } from '../support/temp-dir.js';
import { REDIS_IMAGE } from './base.js';
import { runDemoFlow } from './demo-flow.js';
import { DAEMON_IMAGE, DEMO_IMAGE, prepare, type Stage } from './stage.js';

interface Container {
  readonly name: string;
  image: string;
  restartPolicy?: string;
  ports?: object[];
  env?: { name: string; value?: string }[];
  volumeMounts?: { name: string; mountPath: string }[];
}
interface Manifest {
  readonly kind: string;
  readonly spec: {
    replicas: number;
    readonly template: {
      readonly spec: { initContainers?: Container[]; containers: Container[]; volumes: object[] };
    };
  };
}

describe('deploy/kubernetes.yaml, its pod run by podman', function () {
  this.timeout(60 * 60_000);
  let stage: Stage;
  before(async () => (stage = await prepare()));

  it('serves the whole flow of the demo, and drains within its grace period', async () => {
    const { containers, machine } = stage;
    const directory = tempDir('kubernetes');
    await containers.run('cache', REDIS_IMAGE, ['--user', 'redis'], ['redis-server', '--save', '']);
    const [file, secret] = ['pod.yaml', 'secret.json'].map((name) => join(directory, name)) as [string, string];
    // podman 4.3 stores a Secret of a manifest in a form that it cannot read.
    writeFileSync(secret, JSON.stringify({ 'redis-url': Buffer.from('redis://127.0.0.1:6379/0').toString('base64') }));
    await containers.podman('secret', 'create', 'gatehouse', secret);
    writeFileSync(file, adapted());
    await containers.podman('play', 'kube', '--network', 'host', file);
    await eventually(async () => expect(await machine.get('http://127.0.0.1:9464/readyz')).to.contain('200 OK'));
    await runDemoFlow(machine, 'http://localhost:8080');

    const status = await containers.podman('exec', 'notes-pod-0-gatehouse', 'cat', '/proc/1/status');
    expect(status)
      .to.match(/^Uid:\s+1000\s/m)
      .and.to.match(/^CapBnd:\s+0+$/m);
    await containers.podman('stop', '--time', '40', 'notes-pod-0-gatehouse');
    const exit = await containers.podman('inspect', '--format', '{{.State.ExitCode}}', 'notes-pod-0-gatehouse');
    expect(exit.trim()).to.equal('0');
    expect(await containers.podman('logs', 'notes-pod-0-gatehouse')).to.contain('draining');
  });
});

/** The manifest with what its head tells the reader to replace, and with what podman does not know. */
function adapted(): string {
  const manifests = parseAllDocuments(readFileSync(join(ROOT, 'deploy/kubernetes.yaml'), 'utf8')).map(
    (document) => document.toJS() as Manifest,
  );
  const deployment = manifests.find(({ kind }) => kind === 'Deployment')!.spec;
  // One pod on one machine.
  deployment.replicas = 1;
  const pod = deployment.template.spec;
  const [gatehouse] = pod.initContainers!;
  const [application] = pod.containers;
  gatehouse!.image = DAEMON_IMAGE;
  application!.image = DEMO_IMAGE;
  // The application's own needs.
  application!.env = [
    { name: 'DEMO_ADMIN', value: 'off' },
    { name: 'DEMO_ISSUER', value: 'http://localhost:8080' },
  ];
  application!.volumeMounts = [{ name: 'data', mountPath: '/data' }];
  pod.volumes.push({ name: 'data', emptyDir: {} });
  // podman 4 waits for the end of an initContainer: sidecars are newer.
  delete gatehouse!.restartPolicy;
  delete pod.initContainers;
  pod.containers.unshift(gatehouse!);
  // On the network of the machine every port is published.
  for (const container of pod.containers) delete container.ports;
  return manifests.map((document) => `---\n${stringify(document)}`).join('');
}
