import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { formTargets, noticePage, pageHeaders } from './layout.js';
import { CATALOGS } from './messages.js';
import { STYLESHEET } from './stylesheet.js';

describe('consent-page: headers', () => {
  it('the policy allows only the style sheet and the form (AS-103)', () => {
    const hash = createHash('sha256').update(STYLESHEET).digest('base64');
    expect(new Map(pageHeaders('en', "'self' https://client.example")).get('content-security-policy')).to.equal(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src 'none'; base-uri 'none'; ` +
        "form-action 'self' https://client.example; frame-ancestors 'none'",
    );
  });

  it('no page may be framed, stored, sniffed, or named in a Referer', () => {
    const headers = new Map(pageHeaders('de', "'none'"));
    expect(headers.get('x-frame-options')).to.equal('DENY');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('referrer-policy')).to.equal('no-referrer');
    expect(headers.get('content-language')).to.equal('de');
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
  });

  const targets: readonly (readonly [redirectUri: string, formAction: string])[] = [
    ['https://client.example/cb?x=1', "'self' https://client.example"],
    ['https://client.example:8443/cb', "'self' https://client.example:8443"],
    ['https://client.example:443/cb', "'self' https://client.example"],
    ['http://127.0.0.1:33418/', "'self' http://127.0.0.1:33418"],
    ['http://localhost/cb', "'self' http://localhost"],
    ['http://[::1]:33418/cb', "'self' http:"],
    ['cursor://anysphere.cursor-mcp/oauth/callback', "'self' cursor:"],
    ['com.example.app:/cb', "'self' com.example.app:"],
    ['https://my_client.example/cb', "'self' https:"],
    // `;` and `,` would end a directive or a policy.
    ['https://client.example/;script-src,*', "'self' https://client.example"],
    ['https://client;sandbox;.example/cb', "'self' https:"],
    ['https://client,sandbox,.example/cb', "'self' https:"],
  ];
  for (const [redirectUri, formAction] of targets) {
    it(`the form for ${redirectUri} may lead to ${formAction}`, () => {
      expect(formTargets(redirectUri)).to.equal(formAction);
    });
  }
});

describe('consent-page: notice', () => {
  it('offers a retry, with a link and a time, only where it may help', () => {
    const without = noticePage(CATALOGS.en, 'Acme', { status: 404, notice: 'notFound' });
    expect(new Map(without.headers).has('retry-after')).to.equal(false);
    expect(without.body).to.not.include('href=');
    const again = noticePage(CATALOGS.en, 'Acme', {
      status: 503,
      notice: 'unavailable',
      tryAgainAt: '/connect?request=1',
      retryAfterSeconds: 5,
    });
    expect(new Map(again.headers).get('retry-after')).to.equal('5');
    expect(again.body).to.include('href="/connect?request=1"');
  });
});
