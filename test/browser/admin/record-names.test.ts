import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';

const HOSTILE = '<img src=x onerror=alert(1)> {record} \u202e${evil}';
/** As the pages show it. */
const SHOWN = '<img src=x onerror=alert(1)> {record} ${evil}';

describe("the record's name on its form (AD-260)", () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const heading = (page: Page) => page.getByRole('heading', { level: 1 });
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
  const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' });

  it('is in the heading, the title of the page, the breadcrumbs, and the questions before leaving and deleting', () => {
    site.sql(`update blog_posts set title = '${HOSTILE}' where id = 41`);
    return site.visit({ as: 'admin', path: '/acme/blog/posts/update/41' }, async ({ page }) => {
      await title(page).waitFor();
      expect(await heading(page).innerText()).to.equal(SHOWN);
      expect(await page.title()).to.equal(`${SHOWN} · Edit post · Admin`);
      expect(await crumbs(page).getByRole('listitem').allInnerTexts()).to.deep.equal(['Posts', SHOWN]);
      expect(await page.locator('img[src="x"]').count()).to.equal(0);
      await expectAccessible(page);
      await title(page).fill('Renamed');
      await crumbs(page).getByRole('link', { name: 'Posts' }).click();
      const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' });
      await leaving.getByText(`you will lose your changes to “${SHOWN}”`).waitFor();
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      expect(await heading(page).innerText(), 'until it is saved').to.equal(SHOWN);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('alertdialog', { name: `Delete “${SHOWN}”?` }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+s');
      await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
      expect(await page.title()).to.equal('Renamed · Edit post · Admin');
    });
  });

  detail('takes several lines on a phone, and never makes the page wider', () => {
    site.sql(`update blog_posts set title = '${'Donaudampfschifffahrtsgesellschaft'.repeat(5)}' where id = 42`);
    return site.visit({ as: 'admin', path: '/acme/blog/posts/preview/42', viewport: PHONE }, async ({ page }) => {
      await heading(page).filter({ hasText: 'Donaudampf' }).waitFor();
      expect(await page.title()).to.match(/^Donaudampf.* · /);
      await expectAccessible(page);
    });
  });
});
