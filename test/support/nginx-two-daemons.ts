import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startNginx, type Nginx } from './nginx.js';

const EXAMPLE = fileURLToPath(new URL('../../../deploy/nginx-two-daemons.conf', import.meta.url));

/** What the example asks of each daemon, as SHORTER_KEEPALIVE has it. */
export const DAEMON_SETTINGS = { 'shutdown.delay': '3s', 'http.trusted_proxies': '127.0.0.1' };
/** In the relation to shutdown.delay that the example asks for, in less time. */
const SHORTER_KEEPALIVE = 'keepalive_timeout 2s';

/** nginx with deploy/nginx-two-daemons.conf, in plain HTTP and on other ports. */
export function startNginxTwoDaemons(port: number, [first, second]: readonly [number, number]): Promise<Nginx> {
  const example = readFileSync(EXAMPLE, 'utf8')
    .replace('127.0.0.1:8081', `127.0.0.1:${first}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${second}`)
    .replace('keepalive_timeout 4s', SHORTER_KEEPALIVE)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ *ssl_.*$/gm, '')
    // What the example leaves to those who have an admin backend.
    .replace(/# (location (?:= )?\/backend)/g, '$1');
  return startNginx(port, example);
}
