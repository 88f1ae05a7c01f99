import type { Host } from '@gatehouse/host';
import { createConsentClient, createHost, createHostHandler } from '@gatehouse/host';
import { expect } from 'chai';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createConsentServer } from '../../daemon/consent/server.js';
import type { Logger } from '../../daemon/core/runtime.js';
import type { HostConfig } from '../../daemon/host/channel/connection.js';
import { outOfDate } from '../../daemon/host/channel/own-certificate.js';
import type { HostLink } from '../../daemon/host/link.js';
import { connectHost } from '../../daemon/host/link.js';
import { failures } from '../../daemon/hostcheck/report.js';
import { runHostCheck } from '../../daemon/hostcheck/run.js';
import type { Authority, Certificate } from '../support/certificates.js';
import { newAuthority } from '../support/certificates.js';
import { eventually } from '../support/eventually.js';
import { whileNodeAcceptsEveryCertificate } from '../support/unverified.js';

const LOGGER = { debug: ignore, info: ignore, warn: ignore, error: ignore };

describe('gRPC with TLS client certificates (AS-91)', () => {
  let ours: Authority;
  let theirs: Authority;
  let server: Certificate;
  let client: Certificate;
  let foreign: Certificate;

  before(async () => {
    [ours, theirs] = await Promise.all([newAuthority('ours'), newAuthority('theirs')]);
    [server, client, foreign] = await Promise.all([ours.issue(), ours.issue(), theirs.issue()]);
  });

  describe('to the host', () => {
    let host: Host;
    let address: string;
    let calls = 0;
    const links: HostLink[] = [];

    before(async () => {
      host = createHost({
        applicationName: 'tls',
        address: '127.0.0.1:0',
        logger: LOGGER,
        oauth: { issuer: 'http://localhost:8080', resource: 'http://localhost:8080/mcp' },
        tls: { cert: server.certificate, key: server.key, clientCa: ours.certificate },
      });
      ({ address } = await host.listen());
    });
    afterEach(async () => {
      for (const link of links.splice(0)) await link.stop(0);
    });
    after(() => host.close());

    async function link(tls: HostConfig['tls'], logger: Logger = LOGGER): Promise<HostLink> {
      const config = { at: { address }, timeoutMs: 5000, maxInFlight: 10, ...(tls && { tls }) };
      const telemetry = { rpcFinished: () => void (calls += 1), contractViolation: ignore };
      const started = connectHost(config, { logger, telemetry, gatehouseVersion: '0', onDescription: ignore });
      links.push(started);
      await started.start();
      return started;
    }

    const withCertificate = (of: Certificate, root: Authority): NonNullable<HostConfig['tls']> => ({
      rootCertificates: root.certificate,
      clientCertificate: of.certificate,
      clientKey: of.key,
    });

    it('describes itself to a daemon with a certificate from its authority', async () => {
      const { status } = await link(withCertificate(client, ours));
      await eventually(() => expect(status()).to.deep.include({ connected: true, problem: '' }));
    });

    for (const [who, tls, problem] of [
      [
        'with a certificate from another authority',
        () => withCertificate(foreign, ours),
        /not accept our client certifi/,
      ],
      [
        'without a certificate',
        () => ({ rootCertificates: ours.certificate }),
        /hosts do that require a client certifi/,
      ],
      ['that does not trust the host', () => withCertificate(client, theirs), /not accept the host's .+: self.signed/],
      [
        'that expects another name of the host',
        () => ({ ...withCertificate(client, ours), serverName: 'other.example' }),
        /not accept the host's .+other\.example/,
      ],
      ['in plain text', () => undefined, /the host expects TLS/],
    ] as const) {
      it(`rejects a daemon ${who}, which says so (HC-85)`, async () => {
        const { status } = await link(tls());
        await eventually(() => expect(status().problem).to.match(problem));
        expect(status().description).to.equal(undefined);
      });
    }

    it('says that the certificate of the daemon has expired, and logs it once (HC-85)', async () => {
      const lines: string[] = [];
      const warn = (_fields: unknown, text?: string): void => void lines.push(text ?? '');
      const { status } = await link(withCertificate(await ours.issueExpired(), ours), { ...LOGGER, warn });
      await eventually(() => expect(status().problem).to.match(/: our client certificate expired on .+ GMT; replace/));
      const [logged, before] = [[...lines], calls];
      await eventually(() => expect(calls).to.be.at.least(before + 3));
      expect(lines).to.deep.equal(logged);
    });

    it('names the day from which a certificate of the daemon is valid, or until which it was (HC-85)', () => {
      const { validFrom, validTo } = new X509Certificate(client.certificate);
      for (const moment of [validFrom, validTo])
        expect(outOfDate(client.certificate, Date.parse(moment))).to.equal(undefined);
      expect(outOfDate(client.certificate, Date.parse(validFrom) - 1)).to.include(`not valid before ${validFrom}`);
      expect(outOfDate(client.certificate, Date.parse(validTo) + 1)).to.include(`expired on ${validTo}`);
      expect(outOfDate(undefined, 0)).to.equal(undefined);
    });

    it('accepts check-host with the same certificates', async () => {
      const only = ['describe', 'health'];
      const report = await runHostCheck({ address, only, tls: withCertificate(client, ours) });
      expect(failures(report)).to.deep.equal([]);
      expect(report.results).to.have.length(4);
      const refused = await runHostCheck({ address, only, timeoutMs: 2000, tls: withCertificate(foreign, ours) });
      expect(failures(refused)).to.have.length(refused.results.length);
    });
  });

  it('over HTTP, a host and a daemon accept only certificates from their authority (HC-15)', async () => {
    const token = 'a-shared-token-of-the-test';
    const handler = createHostHandler({
      applicationName: 'tls',
      token,
      logger: LOGGER,
      oauth: { issuer: 'http://localhost:8080', resource: 'http://localhost:8080/mcp' },
    });
    const { certificate: cert, key } = server;
    const required = { requestCert: true, rejectUnauthorized: true };
    const web = createServer({ cert, key, ca: ours.certificate, ...required }, (request, response) =>
      handler(request, response),
    ).listen(0, '127.0.0.1');
    await once(web, 'listening');
    const url = `https://127.0.0.1:${(web.address() as AddressInfo).port}`;
    const check = (certificate: Certificate, root: Authority) =>
      runHostCheck({
        url,
        token,
        only: ['describe'],
        tls: {
          rootCertificates: root.certificate,
          clientCertificate: certificate.certificate,
          clientKey: certificate.key,
        },
      });
    expect(failures(await check(client, ours))).to.deep.equal([]);
    const despite = await whileNodeAcceptsEveryCertificate(() => check(client, theirs));
    for (const refused of [await check(foreign, ours), await check(client, theirs), despite]) {
      expect(refused.results.length).to.be.greaterThan(0);
      expect(failures(refused)).to.have.length(refused.results.length);
    }
    web.closeAllConnections();
    web.close();
  });

  it('the consent operations accept only certificates from their authority', async () => {
    const consent = createConsentServer(
      {
        address: '0.0.0.0:0',
        tls: { certificate: server.certificate, key: server.key, clientCertificates: ours.certificate },
      },
      { operations: () => undefined, logger: LOGGER },
    );
    await consent.start();
    const address = consent.address().replace('0.0.0.0', '127.0.0.1');
    const codes: Record<string, unknown> = {};
    for (const [name, { certificate, key }, place] of [
      ['client', client, { address }],
      ['foreign', foreign, { address }],
      ['client over HTTP', client, { url: `https://${address}` }],
      ['foreign over HTTP', foreign, { url: `https://${address}` }],
    ] as const) {
      const application = createConsentClient({ ...place, tls: { ca: ours.certificate, cert: certificate, key } });
      codes[name] = await application.revoke('token').catch((error: unknown) => String(error));
      application.close();
    }
    expect(codes['client']).to.match(/not ready/i);
    expect(codes['foreign']).to.not.match(/not ready/i);
    expect(codes['client over HTTP']).to.match(/not ready/i);
    expect(codes['foreign over HTTP']).to.not.match(/not ready/i);
    await consent.stop(1000);
  });
});

function ignore(): void {
  // Nothing to record.
}
