import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { application } from './launcher/application.js';
import { Part, untilReady } from './launcher/part.js';
import { Ports, demoPort, freshDirectory, innerPorts, ROOT } from './launcher/settings.js';
import { welcome } from './launcher/welcome.js';

/**
 * `make demo`: starts the application (which is Gatehouse's host, in the language of DEMO_HOST) and the daemon as two
 * processes, and stops both when it is stopped. If one of them ends, it stops the other and shows the end of the log of the
 * one that ended.
 */
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort(signal));

// If make is killed, it cannot pass the signal on, and nothing else would stop the demo.
const make = process.env['MAKELEVEL'] === undefined ? undefined : process.ppid;
setInterval(() => {
  if (make !== undefined && process.ppid !== make) stopped.abort('make ended');
}, 500).unref();

const parts: Part[] = [];
try {
  await demo(stopped.signal);
} catch (error) {
  if (!stopped.signal.aborted) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
} finally {
  if (parts.length > 0) console.log('Stopping …');
  // The daemon first: it needs the host to drain requests in progress.
  for (const part of [...parts].reverse()) await part.stop();
  if (parts.length > 0) console.log('Stopped.');
}

async function demo(stop: AbortSignal): Promise<void> {
  const daemon = join(ROOT, 'dist/daemon/main.js');
  if (!existsSync(daemon)) throw new Error('The daemon is not built. Run `make demo`, which builds it first.');

  const port = demoPort();
  const ports = new Ports();
  await ports.claim(port);
  const inner = innerPorts();
  const grpc = `127.0.0.1:${await ports.prefer(inner.grpc)}`;
  const consent = `127.0.0.1:${await ports.prefer(inner.consent)}`;
  const httpPort = await ports.prefer(inner.http);
  const metricsPort = await ports.prefer(inner.metrics);
  const issuer = `http://localhost:${port}`;
  const daemonUrl = `http://127.0.0.1:${httpPort}`;
  const directory = freshDirectory(port);
  // Other programs on this machine must not be able to impersonate the application or read its stores.
  const [hostToken, consentToken] = [secret(), secret()];

  const chosen = application({ port, directory, daemonUrl, grpc, hostToken, consent, consentToken });
  parts.push(Part.start('Application', chosen.command, chosen.environment, directory));
  const settings = {
    ...chosen.daemon,
    GATEHOUSE_HTTP__PORT: String(httpPort),
    GATEHOUSE_METRICS__PORT: String(metricsPort),
    GATEHOUSE_HOST__TOKEN: hostToken,
    GATEHOUSE_CONSENT__ADDRESS: consent,
    GATEHOUSE_CONSENT__TOKEN: consentToken,
    // The application passes the client's address on; both run on this machine.
    GATEHOUSE_HTTP__TRUSTED_PROXIES: '127.0.0.1',
    GATEHOUSE_APP__ENV: 'development',
    GATEHOUSE_APP__URL: issuer,
    GATEHOUSE_ADMIN__JWT__SECRET: secret(),
    // The demo is served over plain HTTP.
    GATEHOUSE_BACKEND__COOKIE_SECURE: 'false',
  };
  parts.push(Part.start('Gatehouse', [process.execPath, daemon, 'serve'], settings, directory));

  const wellKnown = `${issuer}/.well-known/oauth-authorization-server`;
  await untilReady([`${issuer}/healthz`, `${daemonUrl}/readyz`, wellKnown], parts, stop);
  for (const administrator of chosen.administrators) {
    const command = [daemon, 'admin:create', ...administrator];
    await promisify(execFile)(process.execPath, command, { cwd: directory, env: { ...process.env, ...settings } });
  }
  const pids = parts.map((part) => part.pid).filter((pid) => pid !== undefined);
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  console.log(welcome({ issuer, daemonUrl, metricsUrl, directory, pids }));

  await Promise.race([aborted(stop), ...parts.map((part) => part.ended)]);
  const dead = parts.find((part) => part.obituary !== undefined);
  if (dead && !stop.aborted) throw new Error(dead.obituary);
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
