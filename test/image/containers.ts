import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../support/temp-dir.js';
import type { Machine } from './machine.js';

interface Build {
  readonly tag: string;
  readonly file: string;
  readonly context: string;
  readonly args?: readonly string[];
}

/** Images and containers with a storage of their own, which ends with the test process. */
export class Containers {
  readonly #machine: Machine;
  readonly #directory: string;
  readonly #storage: readonly string[];

  private constructor(machine: Machine, driver: string) {
    this.#machine = machine;
    this.#directory = tempDir('containers');
    const [root, runRoot] = [join(this.#directory, 'storage'), join(this.#directory, 'run')];
    this.#storage = ['--root', root, '--runroot', runRoot, '--storage-driver', driver];
    mkdirSync(join(this.#directory, 'tmp'));
    // Limits of a process without the right to raise them: podman's own defaults are above those of this one.
    const limits = 'default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]';
    const engine = 'cgroup_manager = "cgroupfs"\nevents_logger = "none"\nruntime = "crun"';
    writeFileSync(join(this.#directory, 'containers.conf'), `[containers]\n${limits}\n[engine]\n${engine}\n`);
  }

  static async open(machine: Machine): Promise<Containers> {
    const overlay = new Containers(machine, 'overlay');
    try {
      await overlay.podman('info');
      return overlay;
    } catch (error) {
      // The directory is itself on an overlay file system, as in many containers.
      if (!/overlay.*(?:not supported|invalid argument)/s.test(String(error))) throw error;
      return new Containers(machine, 'vfs');
    }
  }

  podman(...args: readonly string[]): Promise<string> {
    return this.#machine.run('podman', [...this.#storage, ...args], { env: this.#env() });
  }

  /** Without a registry: `--pull-never` fails if an image is missing. */
  async build({ tag, file, context, args = [] }: Build): Promise<void> {
    const fixed = [
      '--isolation',
      'chroot',
      '--pull-never',
      '--format',
      'docker',
      '--layers',
      '--timestamp',
      '499162500',
    ];
    const what = ['--file', file, '--tag', tag, ...args, context];
    await this.#machine.run('nice', ['buildah', ...this.#storage, 'bud', ...fixed, ...what], {
      env: this.#env(),
      online: true,
    });
  }

  /**
   * Runs a container in the background, hardened as deploy/compose.yaml does it: no capability, nothing to write to. Returns
   * its name.
   */
  async run(name: string, image: string, options: readonly string[], command: readonly string[] = []): Promise<string> {
    const hardened = [
      '--read-only',
      '--read-only-tmpfs=false',
      '--cap-drop',
      'ALL',
      '--security-opt',
      'no-new-privileges',
    ];
    await this.podman(
      'run',
      '--detach',
      '--name',
      name,
      '--network',
      'host',
      ...hardened,
      ...options,
      image,
      ...command,
    );
    return name;
  }

  /** Removes all containers. */
  async clear(): Promise<void> {
    for (const what of [['pod', 'rm'], ['rm']]) await this.podman(...what, '--all', '--force', '--time', '0');
  }

  /** Runs the HEALTHCHECK of a container, as an engine does it periodically. */
  async healthy(name: string): Promise<void> {
    await this.podman('healthcheck', 'run', name);
  }

  /** Bytes of an image, with those of its base. */
  async size(image: string): Promise<number> {
    return Number(await this.podman('image', 'inspect', '--format', '{{.Size}}', image));
  }

  /** Calls back with the files of an image. */
  async files<T>(image: string, look: (root: string) => Promise<T>): Promise<T> {
    const root = (await this.podman('image', 'mount', image)).trim();
    try {
      return await look(root);
    } finally {
      await this.podman('image', 'unmount', image);
    }
  }

  #env(): NodeJS.ProcessEnv {
    return {
      CONTAINERS_CONF: join(this.#directory, 'containers.conf'),
      TMPDIR: join(this.#directory, 'tmp'),
      // systemd may not run here, and the proofs run each health check themselves.
      DISABLE_HC_SYSTEMD: 'true',
      // Programs in containers do not have the certificates of this machine.
      NODE_EXTRA_CA_CERTS: undefined,
    };
  }
}
