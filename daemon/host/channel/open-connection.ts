import { exposureProblem, exposureProblemOfUrl } from '../../core/network-addresses.js';
import type { Connection, HostConfig } from './connection.js';
import { openGrpcConnection } from './grpc-connection.js';
import { openHttpConnection } from './http-connection.js';

/** The reason not to connect as configured; an empty string if none. */
export function hostConfigProblem({ at, token, tls }: Pick<HostConfig, 'at' | 'token' | 'tls'>): string {
  if ((tls?.clientCertificate === undefined) !== (tls?.clientKey === undefined)) {
    return 'host.tls: a client certificate and its key must be set together';
  }
  const guards = {
    clientCertificates: tls?.clientCertificate !== undefined,
    token: token !== undefined && token !== '',
  };
  if ('address' in at) return exposureProblem('host.address', at.address, guards);
  return exposureProblemOfUrl('host.url', at.url, guards);
}

/** Throws if the configuration would be insecure. */
export function requireSafe(config: HostConfig): void {
  const problem = hostConfigProblem(config);
  if (problem !== '') throw new Error(problem);
}

/** Throws if the configuration would be insecure. */
export function openConnection(config: HostConfig): Connection {
  requireSafe(config);
  const { at } = config;
  return 'address' in at ? openGrpcConnection(at, config) : openHttpConnection(at, config);
}
