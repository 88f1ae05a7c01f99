import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './settings.js';

/** Where the parts find each other. */
export interface Places {
  readonly port: number;
  readonly directory: string;
  readonly daemonUrl: string;
  /** "127.0.0.1:9090"; only the TypeScript application listens there. */
  readonly grpc: string;
  readonly hostToken: string;
  readonly consent: string;
  readonly consentToken: string;
}

/** The demo's application in one language: how to start it, and what the daemon needs to know about it. */
export interface Application {
  readonly command: readonly string[];
  readonly environment: Record<string, string>;
  readonly daemon: Record<string, string>;
  /** Arguments of `gatehouse admin:create` for each administrator that the application does not create on its own. */
  readonly administrators: readonly (readonly string[])[];
}

const PASSWORD = 'demo-password';

/** The application in the language of DEMO_HOST, or in TypeScript. Throws if there is none in that language. */
export function application(places: Places): Application {
  const language = process.env['DEMO_HOST'] ?? 'typescript';
  const create = APPLICATIONS.get(language);
  if (!create) {
    const known = [...APPLICATIONS.keys()].join(', ');
    throw new Error(`DEMO_HOST is "${language}", but the demo exists in ${known}:  DEMO_HOST=python make demo`);
  }
  return create(places);
}

const APPLICATIONS: ReadonlyMap<string, (places: Places) => Application> = new Map([
  ['typescript', typescript],
  ['python', python],
  ['go', go],
]);

function typescript({ port, directory, daemonUrl, grpc, hostToken, consent, consentToken }: Places): Application {
  return {
    command: [process.execPath, join(ROOT, 'dist/demo/server.js')],
    environment: {
      DEMO_PORT: String(port),
      DEMO_DATA: directory,
      DEMO_GRPC_ADDRESS: grpc,
      DEMO_GRPC_TOKEN: hostToken,
      DEMO_CONSENT_ADDRESS: consent,
      DEMO_CONSENT_TOKEN: consentToken,
      DEMO_GATEHOUSE_URL: daemonUrl,
    },
    daemon: { GATEHOUSE_HOST__ADDRESS: grpc, GATEHOUSE_BACKEND__ROOT: ROOT },
    administrators: [],
  };
}

/** Flask under gunicorn. The distribution's Python has the packages; the SDK comes from this repository. */
function python(places: Places): Application {
  const interpreter = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
  // Gatehouse and the application call each other, so one thread is not enough. Workers that take longer than the timeout to start
  // are ended.
  const settings = ['--threads', '16', '--keep-alive', '75', '--limit-request-line', '8190', '--timeout', '300'];
  const addresses = loopback().flatMap((address) => ['--bind', `${address}:${places.port}`]);
  const folder = join(ROOT, 'demo/hosts/python');
  return overHttp(places, [interpreter, '-m', 'gunicorn', ...settings, ...addresses, '--chdir', folder, 'app:app'], {
    PYTHONPATH: join(ROOT, 'sdk/python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
  });
}

/** net/http, with Debian's Go libraries and the SDK of this repository. The first build takes most of a minute. */
function go(places: Places): Application {
  const work = join(ROOT, '.demo/go');
  execFileSync(join(ROOT, 'demo/hosts/go/build.sh'), [work], { stdio: 'inherit' });
  const { daemon, ...started } = overHttp(places, [join(work, 'acme-notes')], {
    DEMO_FILES: join(ROOT, 'demo/hosts'),
    DEMO_ADDRESSES: loopback()
      .map((address) => `${address}:${places.port}`)
      .join(),
  });
  const host = {
    GATEHOUSE_HOST__URL: `http://127.0.0.1:${places.port}/gatehouse-host`,
    GATEHOUSE_HOST__ENCODING: 'json',
  };
  return { ...started, daemon: { ...daemon, ...host } };
}

/** An application that serves the host below its own web server, with the plugin of demo/hosts/plugins. */
function overHttp(places: Places, command: readonly string[], environment: Record<string, string>): Application {
  return {
    command,
    environment: {
      ...environment,
      DEMO_PORT: String(places.port),
      DEMO_DATA: places.directory,
      DEMO_CONSENT_URL: `http://${places.consent}`,
      DEMO_CONSENT_TOKEN: places.consentToken,
      DEMO_GATEHOUSE_URL: places.daemonUrl,
      GATEHOUSE_HOST__TOKEN: places.hostToken,
    },
    daemon: {
      GATEHOUSE_HOST__URL: `http://127.0.0.1:${places.port}`,
      GATEHOUSE_BACKEND__ROOT: join(ROOT, 'demo/hosts'),
    },
    administrators: [
      ['--email', 'admin@example.test', '--superuser', '--password', PASSWORD],
      ['--email', 'editor@example.test', '--role', 'editor', '--password', PASSWORD],
    ],
  };
}

/** Programs resolve "localhost" to either address. A machine or container may have no IPv6. */
function loopback(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);
  return addresses.includes('::1') ? ['127.0.0.1', '[::1]'] : ['127.0.0.1'];
}
