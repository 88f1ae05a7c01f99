import { expect } from 'chai';
import { detail } from '../../support/every-test.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const FORM = '/acme/blog/posts/update/60';

/** As the browser does after Back, with a page that it has kept. The tests' browser keeps none. */
const COME_BACK = "window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))";

describe('pages that were away while the session changed (AD-203, AD-552)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => site.forgetAttempts());

  it('a page that the browser kept for Back asks whose session it is, and keeps what was typed', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, context, idle }) => {
      const title = page.getByRole('textbox', { name: 'Title', exact: true });
      await title.fill('Typed before');
      await idle();
      await context.clearCookies();
      await page.evaluate(COME_BACK);
      await page.getByRole('dialog').getByText('Your session has expired.').waitFor();
      expect(await title.inputValue()).to.equal('Typed before');
    }));

  detail('a tab that showed another site during the sign-out keeps no screens and no searches', () =>
    site.visit({ as: 'admin', path: `/acme/blog/posts?search=secret` }, async ({ page, context, open }) => {
      await page.getByRole('searchbox').waitFor();
      await open(FORM);
      await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
      const kept = () => page.evaluate<string>('JSON.stringify(sessionStorage)');
      expect(await kept())
        .to.contain('gatehouse.recent')
        .and.contain('secret');
      await page.goto('about:blank');
      const other = await context.newPage();
      await other.goto(`${site.backend}/acme/blog/tags`);
      await other.getByRole('button', { name: 'Ada Abbott' }).click();
      await other.getByRole('menuitem', { name: 'Sign out' }).click();
      await other.getByLabel('Login or email').waitFor();
      await page.goBack();
      await page.getByLabel('Login or email').waitFor();
      expect(await kept())
        .not.to.contain('gatehouse.recent')
        .and.not.to.contain('secret');
    }),
  );
});
