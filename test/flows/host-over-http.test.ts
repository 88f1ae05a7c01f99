import { createConsentClient } from '@gatehouse/host';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { send } from '../support/http-client.js';
import { tokensOf, USER } from '../support/oauth-flow.js';
import type { Stack } from '../support/stack.js';
import { startStack } from '../support/stack.js';

for (const encoding of ['proto', 'json'] as const) {
  describe(`a whole daemon with a host over HTTP, as ${encoding} (HC-15)`, () => {
    let stack: Stack;
    before(async () => {
      stack = await startStack({ hostEncoding: encoding });
    });
    after(() => stack.stop());

    it('registers, grants, exchanges, refreshes and detects reuse', async () => {
      const { flow, host } = stack;
      const client = await flow.register();
      const first = await flow.tokens(client);
      expect(await host.issuer.verify(first.access_token)).to.include({ clientId: client.clientId });
      const second = tokensOf(await flow.refresh(client, first.refresh_token));
      expect((await flow.refresh(client, first.refresh_token)).status).to.equal(400);
      expect(await host.issuer.verify(second.access_token)).to.equal(undefined);
    });

    it('grants through a consent client over HTTP, on the port of gRPC (HC-13)', async () => {
      const { flow, gatehouse } = stack;
      const overHttp = createConsentClient({ url: `http://${gatehouse.consentAddress}` });
      const client = await flow.register();
      const { requestId } = await flow.pending(client);
      const pending = { requestId, userId: USER };
      expect(await overHttp.pendingRequest(pending)).to.have.nested.property(
        'pendingRequest.clientId',
        client.clientId,
      );
      const granted = await overHttp.issueCode({ ...pending, grantedScopes: ['read'] });
      expect(granted.outcome).to.equal('granted');
      // Used, unknown and foreign requests are answered alike.
      for (const other of [pending, { requestId: 'unknown', userId: USER }, { requestId, userId: 'eve' }]) {
        expect(await overHttp.pendingRequest(other)).to.deep.equal({ outcome: 'pending_not_found' });
      }
      overHttp.close();
    });

    it('counts its calls, and is unready while the host is away (HC-1, HC-12)', async () => {
      const { gatehouse } = stack;
      const metrics = (await send(`${gatehouse.metricsOrigin}/metrics`)).body;
      expect(metrics).to.match(/rpc="BackendService.Transact"/);
      expect(metrics).to.not.contain('TransactStream');
      await stack.host.close();
      await eventually(async () => {
        const ready = await send(`${gatehouse.origin}/readyz`);
        expect(ready.status).to.equal(503);
        expect(ready.body).to.contain('UNAVAILABLE');
      });
    });
  });
}
