import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail, usual } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { holdBack } from './support/hold-back.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';

const POSTS = '/acme/blog/posts';
const settled = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();
const steps = (page: Page) => page.evaluate<number>('history.length');

describe('navigation (AD-204)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  detail('goes four pages on after four clicks on Next while a page is loading, with one history entry each', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page, place }) => {
      await settled(page);
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/posts?page=*', async (route) => {
        await held;
        await route.continue().catch(() => undefined);
      });
      const before = await steps(page);
      for (let pressed = 1; pressed <= 4; pressed += 1) {
        await page.getByRole('button', { name: 'Next page' }).click();
        expect(place()).to.equal(`${POSTS}?page=${String(pressed + 1)}`);
      }
      release();
      await page.getByText('Records 101 to 125 of 3,000').waitFor();
      expect(await steps(page)).to.equal(before + 4);
      await page.goBack();
      await page.getByText('Records 76 to 100 of 3,000').waitFor();
    }),
  );

  detail('waits for the page that is loading before it allows Next, if there is no total', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, place }) => {
      await settled(page);
      const release = await holdBack(page, '**/tags?page=*');
      const before = await steps(page);
      for (let pressed = 1; pressed <= 4; pressed += 1) {
        // Also if it is marked as unavailable.
        await page.getByRole('button', { name: 'Next page' }).dispatchEvent('click');
      }
      expect(place()).to.equal('/acme/blog/tags?page=2');
      expect(await steps(page)).to.equal(before + 1);
      release();
      await page.getByText('Records 21 to').waitFor();
    }),
  );

  detail('adds one history entry for three clicks on the same link', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page }) => {
      await settled(page);
      const before = await steps(page);
      const link = page.getByRole('navigation').getByRole('link', { name: 'Authors' });
      for (let pressed = 0; pressed < 3; pressed += 1) await link.click();
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
      expect(await steps(page)).to.equal(before + 1);
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    }),
  );

  it('reports a missing network and shows the screen once the network is back', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5`, failuresExpected: true }, async ({ page, context }) => {
      await settled(page);
      await context.setOffline(true);
      await page.getByRole('navigation').getByRole('link', { name: 'Authors' }).click();
      await page.getByRole('alert').getByText('We can’t reach the server.').waitFor();
      expect(await page.locator('.skeleton').count()).to.equal(0);
      await context.setOffline(false);
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
      await page.getByText('Ada Abbott').last().waitFor();
    }));

  for (const [what, path, as, wayBack, to] of usual([
    ['an unknown path', '/no/such', 'admin', 'Go to the start page', 'Posts'],
    ['a missing record', '/acme/blog/tags/update/999999', 'admin', 'Tags', 'Tags'],
    ['a list that the administrator may not open', '/acme/blog/authors', 'editor', 'Go to the start page', 'Posts'],
    [
      'a form that the administrator may not open',
      '/acme/blog/authors/create',
      'editor',
      'Go to the start page',
      'Posts',
    ],
  ] as const)) {
    it(`offers a way back from ${what}`, () =>
      site.visit({ as, path }, async ({ page }) => {
        const link = page.getByRole('main').getByRole('link', { name: wayBack, exact: true });
        await link.waitFor();
        await expectAccessible(page);
        await link.click();
        await page.getByRole('heading', { level: 1, name: to }).waitFor();
      }));
  }

  detail('changes the language only after the user agrees to leave the form', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/create' }, async ({ page }) => {
      site.sql("update backend_users set locale = '' where login = 'admin@example.test'");
      await page.reload();
      const name = page.getByRole('textbox', { name: 'Name' });
      await name.fill('Unsaved');
      const deutsch = async () => {
        await page.getByRole('button', { name: 'Ada Abbott' }).click();
        await page.getByRole('menuitem', { name: 'Language' }).click();
        await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
        await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
      };
      await deutsch();
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      expect(await page.evaluate('localStorage.getItem("gatehouse.language")')).to.equal(null);
      expect(await name.inputValue()).to.equal('Unsaved');
      await deutsch();
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      await page.getByRole('button', { name: 'Anlegen', exact: true }).waitFor();
    }),
  );

  for (const [what, viewport, scroller] of usual([
    ['the page', PHONE, 'document.scrollingElement'],
    ['a wide list', { width: 1280, height: 800 }, "document.querySelector('.table-frame')"],
  ] as const)) {
    it(`Back leads to where the user was on ${what}, also if the rows come late`, () =>
      site.visit({ as: 'admin', path: `${POSTS}?per_page=100`, viewport }, async ({ page, idle }) => {
        await idle();
        await page.evaluate(`${scroller}.scrollTo({ top: 2000 })`);
        // A strip that arrives above the rows moves the screen, also before the user leaves it.
        const left = await page.evaluate<number>(
          `[${scroller}.scrollTop, document.querySelectorAll('tr[data-id] a')[50].click()][0]`,
        );
        expect(left).to.be.at.least(2000);
        await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
        expect(await page.evaluate<number>('window.scrollY')).to.equal(0);
        const release = await holdBack(page, '**/api/v1/acme/blog/posts?*');
        await page.goBack();
        release();
        await settled(page);
        // Scroll anchoring rounds to pixels if something above the rows gets its height last.
        await eventually(async () =>
          expect(await page.evaluate<number>(`${scroller}.scrollTop`)).to.be.closeTo(left, 2),
        );
      }));
  }

  detail('a list with scroll bars of its own does not lengthen the page', () =>
    site.visit(
      { as: 'admin', path: `${POSTS}?per_page=100`, viewport: { width: 1280, height: 800 } },
      async ({ page }) => {
        await settled(page);
        await page.locator('.table-frame[data-overflows=true]').waitFor();
        const [shown, all] = await page.evaluate<[number, number]>(
          '[document.documentElement.offsetHeight, document.documentElement.scrollHeight]',
        );
        expect(all).to.be.at.most(Math.max(shown, 800));
      },
    ),
  );
});
