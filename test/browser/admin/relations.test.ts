import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';

const FORM = '/acme/blog/posts/update/8?tab=placing';

const parts = (page: Page) => {
  const manager = page.getByRole('region', { name: 'Tags' });
  const dialog = page.getByRole('dialog');
  return {
    manager,
    dialog,
    row: (name: string) => manager.getByRole('row', { name }),
    check: (name: string) => manager.getByRole('checkbox', { name: `Select ${name}` }),
    add: manager.getByRole('button', { name: 'Add', exact: true }),
    remove: manager.getByRole('button', { name: 'Remove' }),
    candidate: (name: string) => dialog.getByRole('checkbox', { name: `Select ${name}` }),
    addSelected: dialog.getByRole('button', { name: 'Add selected' }),
    question: page.getByRole('alertdialog'),
  };
};

describe('relation managers (AD-215)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => {
    site.sql('delete from blog_post_tag where post_id = 8');
    site.sql(
      "insert into blog_post_tag (post_id, tag_id) select 8, id from blog_tags where name in ('autumn', 'bread')",
    );
  });

  const linked = () =>
    site
      .sql('select name from blog_tags join blog_post_tag on tag_id = blog_tags.id where post_id = 8 order by name')
      .map(({ name }) => name);

  it('links several records immediately, and removes links after a confirmation (mouse)', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const { row, check, add, remove, candidate, addSelected, question, dialog } = parts(page);
      await row('autumn').waitFor();
      await add.click();
      await candidate('books').click();
      await candidate('design').click();
      expect(await candidate('autumn').count()).to.equal(0);
      await expectAccessible(page);
      await addSelected.click();
      await dialog.waitFor({ state: 'hidden' });
      await row('design').waitFor();
      expect(linked()).to.deep.equal(['autumn', 'books', 'bread', 'design']);
      await check('books').click();
      await check('bread').click();
      await remove.click();
      await expectAccessible(page);
      await question.getByRole('button', { name: 'Remove' }).click();
      await row('bread').waitFor({ state: 'hidden' });
      expect(linked()).to.deep.equal(['autumn', 'design']);
    }));

  detail('works by keyboard alone and keeps the focus in the manager', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const { row, check, add, remove, candidate, addSelected, question } = parts(page);
      await row('autumn').waitFor();
      await pressOn(add);
      await page.keyboard.type('des');
      await candidate('beginners').waitFor({ state: 'hidden' });
      await pressOn(candidate('design'), 'Space');
      await pressOn(addSelected);
      await row('design').waitFor();
      await moveTo(check('autumn'));
      await page.keyboard.press('Space');
      await moveTo(remove, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await pressOn(question.getByRole('button', { name: 'Remove' }));
      await row('autumn').waitFor({ state: 'hidden' });
      expect(linked()).to.deep.equal(['bread', 'design']);
      expect(await page.evaluate('document.activeElement.closest("section[aria-labelledby]") !== null')).to.equal(true);
    }),
  );

  detail('keeps search and sort order in the URL and after a reload', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, place }) => {
      const { manager, row } = parts(page);
      await row('autumn').waitFor();
      await manager.getByRole('button', { name: 'Name' }).click();
      await page.waitForURL(/tags%5Bsort%5D=-name/);
      await manager.getByRole('searchbox').fill('bre');
      await row('autumn').waitFor({ state: 'hidden' });
      expect(new URLSearchParams(place().split('?')[1]).get('tags[search]')).to.equal('bre');
      await page.reload();
      await row('bread').waitFor();
      expect(await manager.getByRole('searchbox').inputValue()).to.equal('bre');
      expect(await row('autumn').count()).to.equal(0);
    }),
  );

  detail('shows no buttons or checkboxes if read-only, and requires a new record to be saved first', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/8?tab=comments' }, async ({ page, open }) => {
      const comments = page.getByRole('region', { name: 'Comments' });
      await comments.waitFor();
      expect(await comments.getByRole('checkbox').count()).to.equal(0);
      expect(await comments.getByRole('button', { name: /^(Add|Remove)$/ }).count()).to.equal(0);
      site.sql("update blog_tags set name = '<b>bold</b>' where name = 'bread'");
      await open(FORM);
      await parts(page).row('<b>bold</b>').waitFor();
      site.sql("update blog_tags set name = 'bread' where name = '<b>bold</b>'");
    }),
  );

  detail('says that chosen records are gone, shows the others, and lets the user choose again (AD-445)', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      const { row, check, add, remove, candidate, addSelected, question, dialog } = parts(page);
      const gone = 'Some of these records no longer exist.';
      const drop = (name: string) => site.sql(`delete from blog_tags where name = '${name}'`);
      site.sql(`insert into blog_tags (name, slug, created_at, updated_at)
        select name || 's', slug || 's', created_at, updated_at from blog_tags where name in ('bread', 'design')`);
      site.sql("insert into blog_post_tag (post_id, tag_id) select 8, id from blog_tags where name = 'breads'");
      await open(FORM);
      await row('breads').waitFor();
      await check('breads').click();
      await check('autumn').click();
      await remove.click();
      site.sql("delete from blog_post_tag where tag_id = (select id from blog_tags where name = 'breads')");
      drop('breads');
      await question.getByRole('button', { name: 'Remove' }).click();
      await page.getByText(gone).waitFor();
      await row('breads').waitFor({ state: 'hidden' });
      expect(linked()).to.deep.equal(['autumn', 'bread']);
      expect(await check('autumn').isChecked()).to.equal(false);

      await add.click();
      await candidate('designs').click();
      drop('designs');
      await addSelected.click();
      await dialog.getByRole('alert').filter({ hasText: gone }).waitFor();
      await candidate('designs').waitFor({ state: 'hidden' });
      await candidate('design').click();
      await addSelected.click();
      await row('design').waitFor();
      expect(linked()).to.deep.equal(['autumn', 'bread', 'design']);
    }),
  );

  detail('works on a phone', () =>
    site.visit({ as: 'admin', path: FORM, viewport: PHONE }, async ({ page }) => {
      const { row, add, candidate, addSelected, dialog } = parts(page);
      await row('autumn').waitFor();
      await add.click();
      await candidate('books').click();
      await expectAccessible(page);
      await addSelected.click();
      await dialog.waitFor({ state: 'hidden' });
      expect(linked()).to.deep.equal(['autumn', 'books', 'bread']);
    }),
  );
});
