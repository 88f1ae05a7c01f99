import { createHost, createHostHandler } from '@gatehouse/host';
import { expect } from 'chai';
import { once } from 'node:events';
import { createServer as createPlain } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { HostConfig } from '../../daemon/host/channel/connection.js';
import { connectHost } from '../../daemon/host/link.js';
import { failures } from '../../daemon/hostcheck/report.js';
import { runHostCheck } from '../../daemon/hostcheck/run.js';
import type { Authority, Certificate } from '../support/certificates.js';
import { newAuthority } from '../support/certificates.js';
import { eventually } from '../support/eventually.js';

const LOGGER = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const NO_TLS = 'the host does not speak TLS';
const NEEDS_TLS = 'the host expects TLS';

describe('a host and a daemon of which only one speaks TLS (HC-81)', () => {
  let authority: Authority;
  let certificate: Certificate;
  const ends: (() => unknown)[] = [];
  before(async () => {
    authority = await newAuthority('ours');
    certificate = await authority.issue();
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  async function grpcHost(isSecure: boolean): Promise<string> {
    const { certificate: cert, key } = certificate;
    const options = { applicationName: 'tls', address: '127.0.0.1:0', logger: LOGGER };
    const host = createHost({ ...options, ...(isSecure && { tls: { cert, key } }) });
    ends.push(() => host.close());
    return (await host.listen()).address;
  }

  async function httpHost(isSecure: boolean): Promise<string> {
    const handler = createHostHandler({ applicationName: 'tls', token: 'x'.repeat(20), logger: LOGGER });
    const { certificate: cert, key } = certificate;
    const server: Server = isSecure ? createSecure({ cert, key }, handler) : createPlain(handler);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ends.push(() => server.close());
    // The other scheme than the host's.
    return `${isSecure ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async function problemOf(config: Pick<HostConfig, 'at' | 'tls'>): Promise<() => string> {
    const telemetry = { rpcFinished: ignore, contractViolation: ignore };
    const dependencies = { logger: LOGGER, telemetry, gatehouseVersion: '0', onDescription: ignore };
    const link = connectHost({ timeoutMs: 2000, maxInFlight: 10, ...config }, dependencies);
    ends.push(() => link.stop(0));
    await link.start();
    return () => link.status().problem;
  }

  const trusting = () => ({ rootCertificates: authority.certificate });

  for (const isSecure of [false, true]) {
    const expected = isSecure ? NEEDS_TLS : NO_TLS;
    it(`says over gRPC that ${expected}`, async () => {
      const address = await grpcHost(isSecure);
      const tls = isSecure ? {} : { tls: trusting() };
      const problem = await problemOf({ at: { address }, ...tls });
      await eventually(() => expect(problem()).to.contain(expected));
      const report = await runHostCheck({ address, only: ['describe'], timeoutMs: 2000, ...tls });
      expect(failures(report)[0]?.failure?.advice).to.contain(expected);
    });

    it(`says over HTTP that ${expected}`, async () => {
      const url = await httpHost(isSecure);
      const problem = await problemOf({ at: { url, encoding: 'proto' } });
      await eventually(() => expect(problem()).to.contain(expected));
      const report = await runHostCheck({ url, only: ['describe'], timeoutMs: 2000 });
      expect(failures(report)[0]?.failure?.advice).to.contain(expected);
    });
  }

  it('says over HTTP that the certificate of the host is not accepted, and why (HC-85)', async () => {
    const url = (await httpHost(true)).replace('http:', 'https:');
    const problem = await problemOf({ at: { url, encoding: 'proto' } });
    await eventually(() => expect(problem()).to.match(/not accept the host's certificate: unable to /));
  });

  it('says neither if nothing answers there', async () => {
    const address = '127.0.0.1:1';
    const problem = await problemOf({ at: { address }, tls: trusting() });
    await eventually(() => expect(problem()).to.contain('no host answers'));
    expect(problem()).to.not.contain('TLS');
  });
});

function ignore(): void {
  // Nothing to do.
}
