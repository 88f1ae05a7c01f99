import { expect } from 'chai';
import type { Browser } from '../../../demo/client/browser.js';
import { Callback, LOGIN } from '../../../demo/client/consent.js';
import { comparable, hiddenField, registerClient, signedInBrowser } from './authorization.js';

const GRACE = 'grace@example.test';

/** The demo's consent page: a host's own page on top of the consent operations. */
export function consentPageTests(issuerOf: () => string): void {
  describe('consent page', () => {
    let ada: Browser;
    let callback: Callback;
    let authorizeUrl: () => string;
    before(async () => {
      ada = await signedInBrowser(issuerOf(), LOGIN.email);
      callback = await Callback.listen();
      authorizeUrl = await registerClient(issuerOf(), 'Flow client', callback.url);
    });
    after(() => callback.close());

    it("shows where access goes before the client's own description, and that the client registered itself", async () => {
      const url = await registerClient(issuerOf(), 'Trustworthy Bank', 'https://client.example/callback');
      const { text } = await ada.open(url());
      expect(text.indexOf('client.example')).to.be.greaterThan(0);
      expect(text.indexOf('client.example')).to.be.lessThan(text.indexOf('Trustworthy Bank'));
      expect(text).to.contain('registered itself');
      for (const scope of ['read', 'write', 'ai', 'offline_access']) expect(text).to.contain(`value="${scope}"`);
    });

    it('cannot be framed, runs no script, and submits its form only to the client', async () => {
      const url = await registerClient(issuerOf(), 'Flow client', 'https://client.example/callback');
      const { headers } = await ada.open(url());
      expect(headers.get('content-security-policy')?.split('; ')).to.have.members([
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self'",
        "form-action 'self' https://client.example",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]);
      expect(headers.get('x-frame-options')).to.equal('DENY');
      expect(headers.get('cache-control')).to.equal('no-store');
    });

    it('accepts a client that registers a private-use scheme among its redirect URIs, as Cursor does (RFC 8252 section 7.1)', async () => {
      const scheme = 'cursor://anysphere.cursor-mcp/oauth/callback';
      const uris = [scheme, 'https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback'];
      const url = await registerClient(issuerOf(), 'Cursor', ...uris);
      const page = await ada.open(url());
      expect(page.text).to.contain('>cursor:<').and.to.contain('the app on this device');
      expect(page.headers.get('content-security-policy')).to.contain("form-action 'self' cursor:;");
    });

    it('shows a hostile client name as text', async () => {
      const url = await registerClient(issuerOf(), '<script>alert(1)</script>"><form action="https://evil.example">');
      const { text } = await ada.open(url());
      expect(text)
        .to.contain('&lt;script&gt;')
        .and.not.to.match(/<script|evil\.example">/);
    });

    it('rejects a decision without its CSRF token or from another origin, and keeps the request (AS-102)', async () => {
      const page = await ada.open(authorizeUrl());
      const decision = { request: hiddenField(page, 'request'), decision: 'allow', scope: 'read' };
      const csrf = hiddenField(page, 'csrf');
      const grace = await signedInBrowser(issuerOf(), GRACE);
      const foreignToken = hiddenField(await grace.open(`${issuerOf()}/`), 'csrf');
      const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
        ada.open(`${issuerOf()}/connect`, { method: 'POST', headers, body: new URLSearchParams(fields) });

      expect((await post(decision)).status).to.equal(403);
      expect((await post({ ...decision, csrf: 'x'.repeat(43) })).status).to.equal(403);
      expect((await post({ ...decision, csrf: foreignToken })).status).to.equal(403);
      expect((await post({ ...decision, csrf }, { origin: 'https://evil.example' })).status).to.equal(403);
      expect((await post({ ...decision, csrf }, { origin: 'null' })).status).to.equal(403);

      await ada.submit(page, '/connect', { scope: ['read'] }, 'allow');
      expect(callback.take().get('code')).to.be.a('string');
    });

    it("answers for another user's request as for one that does not exist (AS-82)", async () => {
      const page = await ada.open(authorizeUrl());
      const grace = await signedInBrowser(issuerOf(), GRACE);
      const request = hiddenField(page, 'request');
      const foreign = await grace.open(`${issuerOf()}/connect?request=${request}`);
      const missing = await grace.open(`${issuerOf()}/connect?request=${'a'.repeat(request.length)}`);
      expect([foreign.status, missing.status]).to.deep.equal([404, 404]);
      expect(comparable(foreign)).to.equal(comparable(missing));
      expect(foreign.text).to.contain('no longer open').and.not.to.contain('Flow client');

      const csrf = hiddenField(foreign, 'csrf');
      const grab = await grace.open(`${issuerOf()}/connect`, {
        method: 'POST',
        body: new URLSearchParams({ csrf, request, decision: 'allow', scope: 'read' }),
      });
      expect(grab.status).to.equal(404);
      await ada.submit(page, '/connect', { scope: ['read'] }, 'allow');
      expect(callback.take().get('code'), 'still the one of the first user').to.be.a('string');
    });

    it('shows a page with the next step for an address without a request or with an invalid one', async () => {
      for (const query of ['', '?request=', '?request=a&request=b', `?request=${'x'.repeat(5000)}`]) {
        expect((await ada.open(`${issuerOf()}/connect${query}`)).status, query).to.equal(404);
      }
    });

    it('Deny redirects with access_denied, state and iss (RFC 6749 section 4.1.2.1, RFC 9207)', async () => {
      const page = await ada.open(authorizeUrl());
      await ada.submit(page, '/connect', {}, 'deny');
      expect(Object.fromEntries(callback.take())).to.include({
        error: 'access_denied',
        state: 'the-state',
        iss: issuerOf(),
      });
      const again = await ada.submit(page, '/connect', { scope: ['read'] }, 'allow');
      expect(again.status, 'a request is answered once').to.equal(404);
    });

    it('asks again when nothing is selected, and keeps the request (AS-84)', async () => {
      const page = await ada.open(authorizeUrl());
      const again = await ada.submit(page, '/connect', { scope: [] }, 'allow');
      expect(again.status).to.equal(400);
      expect(again.text).to.contain('Select at least one permission');
      await ada.submit(again, '/connect', { scope: ['read'] }, 'allow');
      expect(callback.take().get('code')).to.be.a('string');
    });
  });
}
