import { expect } from 'chai';
import { send, sendForm, sendJson } from '../support/http-client.js';
import { tokensOf, USER } from '../support/oauth-flow.js';
import { startStack } from '../support/stack.js';

describe('metrics of a running daemon (AS-210)', () => {
  it('counts events by grant and outcome, without any label that a client chooses (AS-210)', async () => {
    const stack = await startStack({ oauth: { dcrClientCap: 7 } });
    const { flow, gatehouse, consent } = stack;
    const client = await flow.register();
    await sendJson(flow.url('register'), { redirect_uris: ['http://client.example/'] });
    await flow.authorize(client, { scope: 'mArKeR' });
    await flow.authorize({ ...client, clientId: 'mArKeR' });
    const { requestId } = await flow.pending(client);
    await consent.denyPending(requestId, USER);
    const first = await flow.tokens(client);
    const second = tokensOf(await flow.refresh(client, first.refresh_token));
    await flow.refresh(client, first.refresh_token);
    await sendForm(flow.url('token'), { grant_type: 'mArKeR' });
    await flow.revoke(client, second.access_token);
    await send(`${stack.issuer}/mArKeR`, { headers: { 'user-agent': 'mArKeR' } });

    const { body } = await send(`${gatehouse.metricsOrigin}/metrics`);
    const samples = body.split('\n').filter((line) => line.startsWith('gatehouse_oauth_') && !/ 0$/.test(line));
    expect(samples).to.include.members([
      'gatehouse_oauth_token_requests_total{grant="authorization_code",outcome="issued"} 1',
      'gatehouse_oauth_token_requests_total{grant="refresh_token",outcome="issued"} 1',
      'gatehouse_oauth_token_requests_total{grant="refresh_token",outcome="invalid_grant"} 1',
      'gatehouse_oauth_token_requests_total{grant="none",outcome="unsupported_grant_type"} 1',
      'gatehouse_oauth_authorizations_total{outcome="pending"} 2',
      'gatehouse_oauth_authorizations_total{outcome="invalid_scope"} 1',
      'gatehouse_oauth_authorizations_total{outcome="refused_locally"} 1',
      'gatehouse_oauth_registrations_total{outcome="registered"} 1',
      'gatehouse_oauth_registrations_total{outcome="invalid_redirect_uri"} 1',
      'gatehouse_oauth_reuse_detected_total{kind="refresh_token"} 1',
      'gatehouse_oauth_pending_requests_total{event="created"} 2',
      'gatehouse_oauth_pending_requests_total{event="denied"} 1',
      'gatehouse_oauth_pending_requests_total{event="granted"} 1',
      'gatehouse_oauth_clients 1',
      'gatehouse_oauth_client_cap 7',
    ]);
    expect(body).to.match(/^gatehouse_host_rpcs_total\{.*\} [1-9]/m);
    for (const chosen of ['mArKeR', client.clientId, USER, requestId]) expect(body).not.to.include(`"${chosen}"`);
    await stack.stop();
  });
});
