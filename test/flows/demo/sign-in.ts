import { expect } from 'chai';
import { Browser } from '../../../demo/client/browser.js';
import { LOGIN } from '../../../demo/client/consent.js';
import { comparable, hiddenField, signedInBrowser } from './authorization.js';

/** The demo's own sign-in: what a host must implement correctly before it may act for its users. */
export function signInTests(issuerOf: () => string): void {
  describe('sign-in', () => {
    it('redirects a page that needs a user to sign-in and back', async () => {
      const browser = new Browser(issuerOf());
      const page = await browser.open(`${issuerOf()}/apps`);
      expect(page.url.pathname).to.equal('/sign-in');
      const back = await browser.submit(page, '/sign-in', LOGIN);
      expect(back.url.pathname).to.equal('/apps');
    });

    for (const target of ['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example']) {
      it(`never redirects outside the application: return_to=${target}`, async () => {
        const browser = new Browser(issuerOf());
        const page = await browser.open(
          `${issuerOf()}/sign-in?${new URLSearchParams({ return_to: target }).toString()}`,
        );
        expect(hiddenField(page, 'return_to')).to.equal('/');
        const end = await browser.submit(page, '/sign-in', { ...LOGIN, return_to: target });
        expect(end.url.href).to.equal(`${issuerOf()}/`);
      });
    }

    it('rejects a wrong password without saying which of the two was wrong', async () => {
      const browser = new Browser(issuerOf());
      const page = await browser.open(`${issuerOf()}/sign-in`);
      const wrong = await browser.submit(page, '/sign-in', { ...LOGIN, password: 'wrong' });
      const unknown = await browser.submit(page, '/sign-in', { email: 'nobody@example.test', password: 'wrong' });
      expect([wrong.status, unknown.status]).to.deep.equal([401, 401]);
      expect(comparable(wrong).replace(LOGIN.email, '')).to.equal(
        comparable(unknown).replace('nobody@example.test', ''),
      );
      expect((await browser.open(`${issuerOf()}/`)).url.pathname).to.equal('/sign-in');
    });

    it('rejects a sign-in form without the CSRF token or from another origin', async () => {
      const login = new URLSearchParams(LOGIN);
      const without = await fetch(`${issuerOf()}/sign-in`, { method: 'POST', body: login, redirect: 'manual' });
      expect(without.status).to.equal(403);

      const browser = new Browser(issuerOf());
      const page = await browser.open(`${issuerOf()}/sign-in`);
      login.set('csrf', hiddenField(page, 'csrf'));
      const foreign = await browser.open(`${issuerOf()}/sign-in`, {
        method: 'POST',
        body: login,
        headers: { origin: 'https://evil.example' },
      });
      expect(foreign.status).to.equal(403);
      expect((await browser.open(`${issuerOf()}/`)).url.pathname).to.equal('/sign-in');
    });

    it("hides each user's notes from others, and lets others delete none", async () => {
      const grace = await signedInBrowser(issuerOf(), 'grace@example.test');
      const page = await grace.open(`${issuerOf()}/`);
      expect(page.text).to.contain('Found the moth').and.not.to.contain('ferns');
      for (let id = 1; id <= 3; id++) await grace.submit(page, '/notes/delete', { id: String(id) });
      const ada = await signedInBrowser(issuerOf(), LOGIN.email);
      expect((await ada.open(`${issuerOf()}/`)).text).to.contain('ferns');
    });
  });
}

/** For an application that keeps its sessions itself; a framework's signed cookie has no row to remove. */
export function sessionTests(issuerOf: () => string): void {
  it('the session cookie is HttpOnly and SameSite=Lax, renewed by signing in, and invalidated on the server', async () => {
    const opened = await fetch(`${issuerOf()}/sign-in`);
    const [before = ''] = opened.headers.getSetCookie();
    expect(before)
      .to.match(/; HttpOnly/)
      .and.to.match(/; SameSite=Lax/);
    const [, csrf = ''] = /name="csrf" value="([^"]*)"/.exec(await opened.text()) ?? [];

    const signedIn = await fetch(`${issuerOf()}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: before.split(';', 1)[0] ?? '' },
      body: new URLSearchParams({ ...LOGIN, csrf }),
    });
    const [after = ''] = signedIn.headers.getSetCookie();
    const cookie = after.split(';', 1)[0] ?? '';
    expect(cookie)
      .to.match(/^notes-session=.{43}$/)
      .and.not.to.equal(before.split(';', 1)[0]);

    const home = await fetch(`${issuerOf()}/`, { headers: { cookie } });
    const [, sessionCsrf = ''] = /name="csrf" value="([^"]*)"/.exec(await home.text()) ?? [];
    await fetch(`${issuerOf()}/sign-out`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({ csrf: sessionCsrf }),
    });
    const stale = await fetch(`${issuerOf()}/`, { headers: { cookie }, redirect: 'manual' });
    expect(stale.status).to.equal(303);
  });
}
