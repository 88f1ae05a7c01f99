import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { choose as chooseOption } from './support/choose.js';
import { chooseFile } from './support/choose-file.js';
import { expectFocus, moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';

const POSTS = '/acme/blog/posts';
const HOSTILE = '<img src=x onerror=alert(1)>';
const settled = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Import posts' });
const mode = (page: Page): Locator => dialog(page).getByRole('button', { name: /What to import/ });
const run = (page: Page): Locator => dialog(page).getByRole('button', { name: /^Import \d/ });

describe('updates records from a file (AD-510)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const slugOf = (id: number): string => {
    const [row] = site.sql(`select slug from blog_posts where id = ${id}`);
    return String(row?.['slug']);
  };
  const titleOf = (id: number) => site.sql(`select title from blog_posts where id = ${id}`)[0]?.['title'];

  async function choose(page: Page, file: string): Promise<void> {
    const button = dialog(page).getByRole('button', { name: 'Choose file' });
    await chooseFile(page, { name: 'posts.csv', text: file }, button, 'key');
  }

  it('says what becomes of each row, updates and creates, and shows contents as text (mouse)', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5` }, async ({ page }) => {
      await settled(page);
      await page.getByRole('button', { name: 'Import' }).click();
      await choose(page, `slug,title,author\n${slugOf(11)},${HOSTILE},\nnew-by-update,New,Ada Abbott\n`);
      await chooseOption(mode(page), 'Updates and new records');
      await dialog(page).getByText('No problems. New: 1. To update: 1. Unchanged: 0.').waitFor();
      const preview = dialog(page).getByRole('region', { name: 'First rows' }).locator('tbody tr');
      expect(await preview.allInnerTexts()).to.have.lengthOf(2);
      expect(await preview.first().innerText())
        .to.contain('Update')
        .and.contain(HOSTILE);
      expect(await dialog(page).locator('img').count()).to.equal(0);
      await expectAccessible(page);
      await run(page).click();
      await dialog(page).getByText('New: 1. Updated: 1. Unchanged: 0.').waitFor();
      expect(titleOf(11)).to.equal(HOSTILE);
      expect(site.sql("select title from blog_posts where slug = 'new-by-update'")).to.have.length(1);
    }));

  detail('matches by another field, and offers nothing to import if nothing would change (keyboard, 320 px)', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5`, viewport: PHONE }, async ({ page }) => {
      await settled(page);
      await pressOn(page.getByRole('button', { name: 'Import' }));
      await choose(page, `ID,Title\n12,"${String(titleOf(12))}"\n`);
      await moveTo(mode(page));
      await page.keyboard.press('Enter');
      await moveTo(page.getByRole('option', { name: 'Updates of existing records only' }), 'ArrowDown');
      await page.keyboard.press('Enter');
      await dialog(page).getByText('Choose the column with “Address”').waitFor();
      await moveTo(dialog(page).getByRole('button', { name: /Match by/ }));
      await page.keyboard.press('Enter');
      await moveTo(page.getByRole('option', { name: 'ID' }), 'ArrowDown');
      await page.keyboard.press('Enter');
      await dialog(page).getByText('No problems. New: 0. To update: 0. Unchanged: 1.').waitFor();
      expect(await run(page).isDisabled()).to.equal(true);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expectFocus(page.getByRole('button', { name: 'Import' }));
    }),
  );
});
