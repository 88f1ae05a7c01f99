import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Child } from '../support/child.js';
import { run, startChild, untilReady } from '../support/child.js';
import { tempDir } from '../support/temp-dir.js';

/** The public name of the application in deploy/nginx.conf and deploy/Caddyfile. */
export const PUBLIC_NAME = 'notes.example';

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Uses the network of this machine instead: for downloads. */
  readonly online?: boolean;
}

/**
 * A part of this machine with mounts, processes and a network of its own (Linux namespaces). Every port is free in it, so
 * that the files of deploy/ run with the ports that they name, and nothing in it outlives the test process: containers,
 * their monitors and mounts end with its first process.
 */
export interface Machine {
  /** Absolute paths only: the working directory is the root. */
  run(command: string, args: readonly string[], options?: RunOptions): Promise<string>;
  start(command: string, args: readonly string[], options?: RunOptions): Promise<Child>;
  /** An HTTP request from inside, with curl. The answer begins with its head. */
  get(url: string): Promise<string>;
  /** The certificate of the authority that signed the one of notes.example. */
  readonly authority: string;
  stop(): Promise<void>;
}

/** Debian's package `catatonit`; the pods of podman need it too. */
const INIT = ['/usr/libexec/podman/catatonit', '/usr/bin/catatonit'];

const SETUP = `set -eu
mount --make-rprivate /
# crun supports cgroups of version 1 or of version 2, but not both at once. Only this machine sees the change.
if mountpoint -q /sys/fs/cgroup/unified; then umount /sys/fs/cgroup/unified; fi
ip link set lo up
# crun gives the streams of a container to its user, also if one of them is /dev/null. It must not be everybody's.
mkdir "$1/dev"
mount -t tmpfs -o mode=0755 tmpfs "$1/dev"
mknod -m 666 "$1/dev/null" c 1 3
mount --bind "$1/dev/null" /dev/null
mount --bind "$1/hosts" /etc/hosts
mount --bind "$1/ssl" /etc/ssl
touch "$1/ready"
exec "$2" -P`;

export async function startMachine(): Promise<Machine> {
  if (process.getuid?.() !== 0) throw new Error('make image needs root: it makes namespaces, a chroot and containers');
  const init = INIT.find((path) => existsSync(path));
  if (init === undefined) throw new Error('make image needs catatonit; scripts/image-tools.sh installs it');
  const directory = tempDir('machine');
  writeFileSync(join(directory, 'hosts'), `${readFileSync('/etc/hosts', 'utf8')}\n127.0.0.1 ${PUBLIC_NAME}\n`);
  cpSync('/etc/ssl', join(directory, 'ssl'), { recursive: true, verbatimSymlinks: true });
  const authority = await issueCertificate(join(directory, 'ssl', PUBLIC_NAME));

  const spaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const first = await startChild('unshare', [...spaces, 'sh', '-c', SETUP, 'sh', directory, init]);
  await untilReady(first, 'the machine', () => readFileSync(join(directory, 'ready')));

  const inside = (command: string, args: readonly string[], online = false): string[] => {
    const of = (space: string) => `/proc/${first.pid}/ns/${space}`;
    const entered = [
      `--mount=${of('mnt')}`,
      `--pid=${of('pid_for_children')}`,
      ...(online ? [] : [`--net=${of('net')}`]),
    ];
    return [...entered, '--wdns=/', '--', 'sh', '-c', 'exec "$0" "$@" </dev/null', command, ...args];
  };
  const machine: Machine = {
    authority,
    run: (command, args, options = {}) =>
      run('nsenter', inside(command, args, options.online), {
        env: { ...process.env, ...options.env },
        keptOutput: 1 << 20,
      }),
    start: (command, args, options = {}) =>
      startChild('nsenter', inside(command, args, options.online), { env: { ...process.env, ...options.env } }),
    get: (url) =>
      machine.run('curl', ['--silent', '--show-error', '--include', '--max-time', '10', '--cacert', authority, url]),
    async stop() {
      await first.end('SIGKILL');
      // Control groups of containers are the kernel's, and stay after their last process. Those in use cannot be removed.
      await run('sh', [
        '-c',
        "find /sys/fs/cgroup -depth -type d -path '*/libpod*' -exec rmdir {} + 2>/dev/null; true",
      ]);
    },
  };
  return machine;
}

async function issueCertificate(directory: string): Promise<string> {
  mkdirSync(directory);
  const [authority, authorityKey] = [join(directory, 'authority.pem'), join(directory, 'authority-key.pem')];
  const [certificate, key] = [join(directory, 'fullchain.pem'), join(directory, 'privkey.pem')];
  const make = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  await run('openssl', [...make, '-subj', '/CN=proofs', '-keyout', authorityKey, '-out', authority]);
  const names = ['-addext', `subjectAltName=DNS:${PUBLIC_NAME}`, '-addext', 'basicConstraints=CA:FALSE'];
  const signed = ['-CA', authority, '-CAkey', authorityKey, '-subj', `/CN=${PUBLIC_NAME}`, ...names];
  await run('openssl', [...make, ...signed, '-keyout', key, '-out', certificate]);
  return authority;
}
