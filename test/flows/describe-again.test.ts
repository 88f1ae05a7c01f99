import type { OAuthOptions } from '@gatehouse/host';
import { expect } from 'chai';
import { join } from 'node:path';
import { connectConsent } from '../support/consent-client.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { startGatehouse, type Gatehouse } from '../support/gatehouse.js';
import { startHost, type TestHost } from '../support/host.js';
import { send } from '../support/http-client.js';
import { OAuthFlow, tokensOf, USER } from '../support/oauth-flow.js';
import { tempDir } from '../support/temp-dir.js';

describe('a host that returns with other options (AS-5)', () => {
  let gatehouse: Gatehouse;
  let host: TestHost;
  let flow: OAuthFlow;
  let issuer: string;
  let restart: (changes?: Partial<OAuthOptions>) => Promise<void>;

  before(async () => {
    const [port, hostPort] = [await freePort(), await freePort()];
    issuer = `http://127.0.0.1:${port}`;
    const database = join(tempDir('describe-again'), 'host.db');
    const start = async (changes: Partial<OAuthOptions> = {}): Promise<void> => {
      host = await startHost({
        address: `127.0.0.1:${hostPort}`,
        oauth: { issuer, resource: `${issuer}/mcp`, ...changes },
        signIn: { resolveUser: async () => ({ userId: USER, displayName: 'Ada' }) },
        database,
      });
    };
    restart = async (changes) => {
      await host.close();
      await start(changes);
    };
    await start();
    gatehouse = await startGatehouse({ hostAddress: `127.0.0.1:${hostPort}`, port });
    await gatehouse.untilReady();
    flow = new OAuthFlow(issuer, connectConsent(gatehouse.consentAddress));
  });

  after(async () => {
    flow.consent.close();
    await gatehouse.stop();
    await host.close();
  });

  const metadata = async (): Promise<Record<string, unknown>> =>
    (await send(`${issuer}/.well-known/oauth-authorization-server`)).json();

  it('applies them without a restart: metadata, routes and rules; earlier grants stay valid (AS-5)', async () => {
    const client = await flow.register();
    const { requestId, verifier } = await flow.pending(client);
    const tokens = await flow.tokens(client);
    const page = `${issuer}/connect?request=${requestId}`;
    expect((await send(page)).status).to.equal(404);

    await restart({ scopesSupported: ['read'], serviceDocumentationPath: '/new', builtinConsentPage: true });
    await eventually(async () => expect((await metadata()).service_documentation).to.equal(`${issuer}/new`));
    expect((await metadata()).scopes_supported).to.deep.equal(['read']);
    expect((await send(page)).status).to.equal(200);
    const refused = await flow.authorize(client, { scope: 'write' });
    expect(new URL(refused.headers.location ?? '').searchParams.get('error')).to.equal('invalid_scope');
    tokensOf(await flow.refresh(client, tokens.refresh_token));
    const { redirectUrl } = await flow.grant(requestId);
    const code = new URL(redirectUrl ?? '').searchParams.get('code') ?? '';
    tokensOf(await flow.exchange(client, { code, verifier }));
  });

  it('keeps the previous ones while the new ones are invalid, reports them at /readyz, and recovers (AS-5)', async () => {
    await restart({ serviceDocumentationPath: 'no slash', dcrClientCap: 0 });
    const problems = await eventually(async () => {
      const answer = await send(`${issuer}/readyz`);
      expect(answer.status).to.equal(503);
      expect(answer.body).to.include('service_documentation_path');
      return answer.body;
    });
    expect(problems).to.include('dcr_client_cap');
    expect((await metadata()).service_documentation).to.equal(`${issuer}/new`);
    await flow.tokens(await flow.register());

    await restart({ serviceDocumentationPath: '/newer' });
    await gatehouse.untilReady();
    await eventually(async () => expect((await metadata()).service_documentation).to.equal(`${issuer}/newer`));
    expect((await send(`${issuer}/connect?request=${'a'.repeat(43)}`)).body).to.equal('Not found.\n');
  });
});
