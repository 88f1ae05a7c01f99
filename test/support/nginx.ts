import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startChild, untilReady } from './child.js';
import { tempDir } from './temp-dir.js';

export interface Nginx {
  /** What it logged: errors and, where `http` asks for them, accesses. */
  log(): string;
  stop(): Promise<void>;
}

/**
 * A real nginx (Debian's), as one process that the kernel ends with the test.
 *
 * @param port one of those that `http` listens on
 * @param http what stands in its http block
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
