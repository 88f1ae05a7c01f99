import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language, OtherHost } from '../hosts/other-host.js';
import { buildOtherHost, OTHER_HOSTS, startOtherHost, whereItListens } from '../hosts/other-host.js';
import { connectConsent, type ConsentClient } from '../support/consent-client.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { send, type Answer } from '../support/http-client.js';
import { startGatehouse, type Gatehouse } from '../support/gatehouse.js';
import { OAuthFlow, tokensOf } from '../support/oauth-flow.js';
import { run } from '../support/child.js';
import { BUILD_MS } from '../support/sdk-go.js';
import { expectNoErrors, expectNoSecrets } from '../support/stack.js';
import { tempDir } from '../support/temp-dir.js';

const MAIN = fileURLToPath(new URL('../../daemon/main.js', import.meta.url));
const TOKEN = 'a-shared-token-of-the-test';
const IN_ORDER = { code: 0, signal: null };

for (const language of Object.keys(OTHER_HOSTS) as Language[]) {
  describe(`a host in ${language}, written against proto/ alone (HC-9)`, () => {
    let address: string;
    const { route } = whereItListens(language, '');
    let host: OtherHost;
    let gatehouse: Gatehouse;
    let consent: ConsentClient;
    let flow: OAuthFlow;

    const start = async (): Promise<OtherHost> =>
      startOtherHost(language, { address, issuer: gatehouse.origin, token: TOKEN });

    before(async function () {
      this.timeout(BUILD_MS);
      await buildOtherHost(language);
      address = `127.0.0.1:${await freePort()}`;
      gatehouse = await startGatehouse({
        ...(route === undefined
          ? { hostAddress: address }
          : { hostAddress: `${address}${route}`, hostEncoding: 'json' }),
        config: { 'host.token': TOKEN },
      });
      host = await start();
      await gatehouse.untilReady();
      consent = connectConsent(gatehouse.consentAddress);
      flow = new OAuthFlow(gatehouse.origin, consent);
    });

    after(async () => {
      consent.close();
      expect(await gatehouse.stop()).to.deep.equal(IN_ORDER);
      expect(await host.stop()).to.deep.equal(IN_ORDER);
      expectNoSecrets(gatehouse.log(), new Set([...flow.secrets, TOKEN]));
      expectNoErrors(gatehouse.log());
    });

    const transports = route === undefined ? 'unary and streamed' : 'over HTTP in JSON';
    it(`passes gatehouse check-host, ${transports}, with a shared token`, async () => {
      const tokenFile = join(tempDir('check-host'), 'token');
      writeFileSync(tokenFile, `${TOKEN}\n`);
      const where = whereItListens(language, address).arguments;
      const output = await run(process.execPath, [
        MAIN,
        'check-host',
        ...where,
        '--token-file',
        tokenFile,
        '--deadline',
        '30s',
      ]);
      expect(output).to.match(/: all \d+ checks passed\.\n/);
      if (route === undefined) expect(output).to.match(/^ok +stream\/answers-by-id/m);
      expect(output).to.match(/^ok +token\/required/m);
    });

    for (const authMethod of ['none', 'client_secret_post', 'client_secret_basic'] as const) {
      it(`serves the whole flow of a client with ${authMethod}: register to replay (HC-9)`, async () => {
        const client = await flow.register({ token_endpoint_auth_method: authMethod });
        const first = await flow.tokens(client);
        const second = tokensOf(await flow.refresh(client, first.refresh_token));
        expect(second.access_token).to.not.equal(first.access_token);

        const replay = await flow.refresh(client, first.refresh_token);
        expect([replay.status, replay.json().error]).to.deep.equal([400, 'invalid_grant']);
        const successor = await flow.refresh(client, second.refresh_token);
        expect([successor.status, successor.json().error]).to.deep.equal([400, 'invalid_grant']);
        expect(await consent.revoke(second.access_token)).to.include({ revoked: false });
      });
    }

    it('rejects a revoked access token and its refresh lineage (AS-119)', async () => {
      const client = await flow.register();
      const { access_token, refresh_token } = await flow.tokens(client);
      expect(await consent.revoke(access_token)).to.include({ revoked: true });
      expect((await flow.refresh(client, refresh_token)).json().error).to.equal('invalid_grant');
    });

    it('gives a client the reason why it does not mint (MINT_REFUSED)', async () => {
      const client = await flow.register();
      const answer = await flow.exchange(client, await flow.code(client, {}, 'deactivated'));
      expect(answer.status).to.equal(400);
      expect(answer.json()).to.include({ error: 'invalid_grant', error_description: 'this account is deactivated' });
    });

    for (const ending of ['stop', 'kill'] as const) {
      it(`recovers after a ${ending}, without a restart of the daemon`, async () => {
        await flow.register();
        const ended = await host[ending]();
        if (ending === 'stop') expect(ended).to.deep.equal(IN_ORDER);
        host = await start();
        await flow.untilHostAnswers();
        const client = await flow.register();
        await eventually(async () =>
          expect((await flow.exchange(client, await flow.code(client))).status).to.equal(200),
        );
      });
    }
  });
}

describe('the host in PHP (HC-14)', () => {
  const describing = (address: string, headers: Readonly<Record<string, string>>): Promise<Answer> =>
    send(`http://${address}/gatehouse/gatehouse.host.v1.HostService/Describe`, { method: 'POST', headers, body: '{}' });

  for (const token of ['', 'short']) {
    it(`refuses every call with the shared token ${JSON.stringify(token)}`, async () => {
      const address = `127.0.0.1:${await freePort()}`;
      const host = await startOtherHost('php', { address, issuer: 'http://localhost', token });
      for (const authorization of ['', `Bearer ${token}`]) {
        const answer = await describing(address, { authorization, 'content-type': 'application/json' });
        expect([answer.status, answer.json().code]).to.deep.equal([500, 'internal']);
      }
      expect(await host.stop()).to.deep.equal(IN_ORDER);
    });
  }

  it('names the encoding that it does not speak', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const host = await startOtherHost('php', { address, issuer: 'http://localhost', token: TOKEN });
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/proto' };
    expect((await describing(address, headers)).json()).to.deep.equal({
      code: 'invalid_argument',
      message: 'the content type must be application/json: set host.encoding to json',
    });
    expect(await host.stop()).to.deep.equal(IN_ORDER);
  });
});
