import { join } from 'node:path';

/** Settings of the application process. The defaults match a daemon with default settings on this machine. */
export interface Config {
  readonly port: number;
  /** Address to listen on instead of the loopback addresses; in a container "0.0.0.0". */
  readonly bindAddress: string | undefined;
  /** Public base URL of the application, which is also the issuer of the authorization server. No trailing slash. */
  readonly issuer: string;
  /** Path of the SQLite file of the application's own data. */
  readonly database: string;
  /** Path of the SQLite file of clients, codes and tokens. */
  readonly grantsDatabase: string;
  /** Path of the SQLite file of the blog and its administrators; undefined: no admin backend (DEMO_ADMIN=off). */
  readonly blogDatabase: string | undefined;
  /** Where this process serves gatehouse.host.v1. */
  readonly grpcAddress: string;
  readonly grpcToken: string | undefined;
  /** Where the daemon serves gatehouse.consent.v1. */
  readonly consentAddress: string;
  readonly consentToken: string | undefined;
  /** The daemon's HTTP port, to which its paths are forwarded. */
  readonly gatehouseUrl: string;
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const directory = env['DEMO_DATA'] ?? '.';
  const port = Number(env['DEMO_PORT'] ?? 8080);
  return {
    port,
    bindAddress: env['DEMO_BIND_ADDRESS'],
    issuer: env['DEMO_ISSUER'] ?? `http://localhost:${port}`,
    database: join(directory, 'notes.sqlite'),
    grantsDatabase: join(directory, 'grants.sqlite'),
    blogDatabase: env['DEMO_ADMIN'] === 'off' ? undefined : join(directory, 'blog.sqlite'),
    grpcAddress: env['DEMO_GRPC_ADDRESS'] ?? '127.0.0.1:9090',
    grpcToken: env['DEMO_GRPC_TOKEN'],
    consentAddress: env['DEMO_CONSENT_ADDRESS'] ?? '127.0.0.1:9091',
    consentToken: env['DEMO_CONSENT_TOKEN'],
    gatehouseUrl: env['DEMO_GATEHOUSE_URL'] ?? 'http://127.0.0.1:8081',
  };
}
