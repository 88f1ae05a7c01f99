import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild, untilReady } from './child.js';
import { tempDir } from './temp-dir.js';

export interface Nginx {
  /** Its log: errors and, if `http` enables them, accesses. */
  log(): string;
  stop(): Promise<void>;
}

/**
 * A real nginx (Debian's), as one process that the kernel ends with the test.
 *
 * @param port one of those that `http` listens on
 * @param http the content of its http block
 */
export async function startNginx(port: number, http: string): Promise<Nginx> {
  const directory = tempDir('nginx');
  const file = join(directory, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${join(directory, what)};`,
  );
  writeFileSync(
    file,
    `daemon off;
     master_process off;
     pid ${join(directory, 'nginx.pid')};
     error_log stderr warn;
     events { worker_connections 512; }
     http {
       access_log off;
       ${temporary.join('\n')}
       ${http}
     }`,
  );
  const child = await startChild('nginx', ['-p', directory, '-e', 'stderr', '-c', file], {
    env: { PATH: `${process.env.PATH ?? ''}:/usr/sbin` },
  });
  await untilReady(child, 'nginx', () => connected(port));
  return {
    log: () => child.output(),
    async stop() {
      await child.end('SIGQUIT');
    },
  };
}

function connected(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}

const EXAMPLE = fileURLToPath(new URL('../../../deploy/nginx-two-daemons.conf', import.meta.url));

/**
 * The daemon settings that the example requires. The delay exceeds SHORTER_KEEPALIVE by more than the example's does, so that
 * a machine may stall for that long.
 */
export const DAEMON_SETTINGS = { 'shutdown.delay': '4s', 'http.trusted_proxies': '127.0.0.1' };
const SHORTER_KEEPALIVE = 'keepalive_timeout 1s';

/** nginx with deploy/nginx-two-daemons.conf, in plain HTTP and on other ports. */
export function startNginxTwoDaemons(port: number, ports: readonly [number, number, ...number[]]): Promise<Nginx> {
  const [first, second, ...further] = ports;
  const example = readFileSync(EXAMPLE, 'utf8')
    .replace('127.0.0.1:8081', `127.0.0.1:${first}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${second}`)
    .replace(
      'keepalive 16;',
      ['keepalive 16;', ...further.map((one) => `server 127.0.0.1:${one} max_fails=0;`)].join('\n'),
    )
    .replace('keepalive_timeout 4s', SHORTER_KEEPALIVE)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ *ssl_.*$/gm, '')
    // Enables the locations that the example comments out for hosts without an admin backend.
    .replace(/# (location (?:= )?\/backend)/g, '$1');
  return startNginx(port, example);
}
