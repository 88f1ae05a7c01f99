import { expect } from 'chai';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, expectFocusRing, moveTo, pressOn } from './support/keyboard.js';
import { LOGINS, PASSWORD } from './support/administrators.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE, type Visit } from './support/visit.js';

/** The parts of the form, located as a user would find them. */
const form = ({ page }: Pick<Visit, 'page'>) => ({
  login: page.getByLabel('Login or email'),
  password: page.getByLabel('Password', { exact: true }),
  button: page.getByRole('button', { name: 'Sign in' }),
  problem: page.getByRole('alert'),
  signedIn: page.getByRole('navigation', { name: 'Main navigation' }),
});

describe('signing in to the admin application (AD-202)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => site.forgetAttempts());

  detail('signs in by mouse', () =>
    site.visit({}, async (visit) => {
      const { login, password, button, signedIn } = form(visit);
      await login.click();
      expect(await visit.page.title()).to.equal('Sign in · Admin');
      await login.fill(LOGINS.admin);
      await password.click();
      await password.fill(PASSWORD);
      await button.click();
      await signedIn.waitFor();
      await visit.page.getByRole('button', { name: 'Ada Abbott' }).waitFor();
    }),
  );

  it('signs in by keyboard alone: the first field has the focus, then Tab and Enter', () =>
    site.visit({}, async (visit) => {
      const { login, password, button, signedIn } = form(visit);
      await expectFocusRing(login);
      await visit.page.keyboard.type(LOGINS.editor);
      await visit.page.keyboard.press('Tab');
      await expectFocus(password);
      await visit.page.keyboard.type(PASSWORD);
      await moveTo(button);
      await visit.page.keyboard.press('Enter');
      await signedIn.waitFor();
    }));

  it('keeps the token out of reach of scripts in an HttpOnly cookie for the prefix (AD-112)', () =>
    site.visit({ as: 'admin' }, async ({ page, context }) => {
      await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
      const [cookie] = await context.cookies();
      expect(cookie).to.include({ name: 'backend_token', httpOnly: true, sameSite: 'Strict', path: '/backend' });
      const kept = await page.evaluate<string>(
        'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])',
      );
      expect(kept).not.to.contain(cookie?.value.split('.')[0]);
    }));

  it('reports a wrong password, also to screen readers, and asks for it again', () =>
    site.visit({}, async (visit) => {
      const { login, password, problem, signedIn } = form(visit);
      await login.fill(LOGINS.admin);
      await password.fill('wrong');
      await visit.page.keyboard.press('Enter');
      await problem.waitFor();
      expect(await problem.innerText()).to.equal('The login or password is incorrect.');
      await expectFocus(password);
      expect(await password.inputValue()).to.equal('');
      expect(await login.inputValue()).to.equal(LOGINS.admin);
      expect(await password.getAttribute('aria-invalid')).to.equal('true');
      expect(await password.getAttribute('aria-describedby')).to.equal(await problem.getAttribute('id'));
      await expectAccessible(visit.page);
      await visit.page.keyboard.type(PASSWORD);
      await visit.page.keyboard.press('Enter');
      await signedIn.waitFor();
    }));

  it('reports the missing fields of an empty form and sends no request', () =>
    site.visit({}, async (visit) => {
      const { login, password, button } = form(visit);
      let asked = 0;
      visit.page.on('request', (request) => (asked += request.url().endsWith('/auth/login') ? 1 : 0));
      await button.click();
      await expectFocus(login);
      expect(await login.getAttribute('aria-invalid')).to.equal('true');
      expect(await visit.page.getByText('This is required.').count()).to.equal(2);
      await login.fill(LOGINS.admin);
      await button.click();
      await expectFocus(password);
      expect(asked).to.equal(0);
    }));

  it('reports too many attempts with the time to wait (AD-114)', () =>
    site.visit({}, async (visit) => {
      const { login, password, button, problem } = form(visit);
      await login.fill(LOGINS.editor);
      for (let attempt = 0; attempt < 6; attempt += 1) {
        const answer = visit.page.waitForResponse((response) => response.url().endsWith('/auth/login'));
        await password.fill('wrong');
        await button.click();
        await answer;
      }
      await visit.page.getByText(/^Too many attempts\./).waitFor();
      expect(await problem.innerText()).to.match(/again in \d+ seconds?|again in a minute/);
    }));

  it('shows the password on request and hides it again on submit', () =>
    site.visit({}, async (visit) => {
      const { login, password, signedIn } = form(visit);
      await login.fill(LOGINS.admin);
      await password.fill(PASSWORD);
      await pressOn(visit.page.getByRole('button', { name: 'Show password' }), 'Space');
      expect(await password.getAttribute('type')).to.equal('text');
      await password.press('Enter');
      await signedIn.waitFor();
    }));

  it('returns to a deep link with its query after sign-in', () =>
    site.visit({ path: '/acme/blog/tags?search=css' }, async (visit) => {
      const { login, password, button } = form(visit);
      await login.fill(LOGINS.admin);
      await password.fill(PASSWORD);
      await button.click();
      await visit.page.getByRole('heading', { level: 1 }).waitFor();
      expect(visit.place()).to.equal('/acme/blog/tags?search=css');
    }));

  it("uses the browser's language", () =>
    site.visit({ locale: 'de-AT' }, async ({ page }) => {
      await page.getByRole('button', { name: 'Anmelden' }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).to.equal('de');
    }));

  for (const [name, viewport] of Object.entries({ phone: PHONE, narrow: { width: 320, height: 568 } })) {
    detail(`is accessible and fits the screen in light and dark: ${name}`, () =>
      site.visit({ viewport }, async (visit) => {
        await form(visit).login.waitFor();
        await expectAccessible(visit.page);
      }),
    );
  }

  it('reports an unreachable server and continues once the server is back', () =>
    site.visit({ path: undefined, failuresExpected: true }, async ({ page, open }) => {
      await page.route('**/api/v1/**', (route) => route.abort('connectionrefused'));
      await open('/');
      await page.getByRole('heading', { name: 'The admin backend is unavailable' }).waitFor();
      await expectAccessible(page);
      await page.unroute('**/api/v1/**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await form({ page }).login.waitFor();
    }));

  detail('keeps the input if a sign-in request never arrived', () =>
    site.visit({ failuresExpected: true }, async (visit) => {
      const { login, password, button, problem, signedIn } = form(visit);
      await login.fill(LOGINS.admin);
      await password.fill(PASSWORD);
      await visit.page.route('**/auth/login', (route) => route.abort('internetdisconnected'));
      await button.click();
      await problem.waitFor();
      expect(await problem.innerText()).to.equal('We can’t reach the server. Check your connection and try again.');
      expect(await password.inputValue()).to.equal(PASSWORD);
      await visit.page.unroute('**/auth/login');
      await button.click();
      await signedIn.waitFor();
    }),
  );
});
