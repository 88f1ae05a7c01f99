import { join } from 'node:path';
import { ROOT } from '../support/installed.js';
import { askNpm, BUILD_IMAGE, buildBases, NPM_CACHE } from './base.js';
import { Containers } from './containers.js';
import { startMachine, type Machine } from './machine.js';

export const DAEMON_IMAGE = 'localhost/gatehouse';
export const DEMO_IMAGE = 'localhost/gatehouse-demo';

/** Shared by all proofs of a run. */
export interface Stage {
  readonly machine: Machine;
  readonly containers: Containers;
}

let stage: Promise<Stage> | undefined;

/** The machine with the images of deploy/Dockerfile in its storage, and without containers of an earlier suite. */
export async function prepare(): Promise<Stage> {
  const built = await (stage ??= build());
  await built.containers.clear();
  return built;
}

async function build(): Promise<Stage> {
  const machine = await startMachine();
  const containers = await Containers.open(machine);
  await buildBases(containers);
  // The packages that npm has downloaded before; changes stay in the container.
  const cache = await askNpm('config', 'get', 'cache');
  const file = join(ROOT, 'deploy/Dockerfile');
  const common = ['--ignorefile', `${file}.dockerignore`, '--volume', `${cache}:${NPM_CACHE}:O`];
  for (const [target, tag] of [
    ['daemon', DAEMON_IMAGE],
    ['demo', DEMO_IMAGE],
  ] as const) {
    const args = [...common, '--target', target, '--build-arg', `NODE_IMAGE=${BUILD_IMAGE}`];
    await containers.build({ tag, file, context: ROOT, args });
  }
  return { machine, containers };
}

after(async () => {
  await stage?.then(
    ({ machine }) => machine.stop(),
    () => undefined,
  );
});
