import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const DRAFTS = `Object.keys(localStorage).filter((key) => key.includes('draft'))`;

describe('one record after the other', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
  const menu = (page: Page) => page.getByRole('button', { name: 'More actions' });
  const beside = (page: Page) => page.getByRole('navigation', { name: 'Records of the list' });
  const tags = () =>
    site.sql("select name from blog_tags where name like 'new %' order by name").map((one) => one['name']);

  detail('creates several records on one form, by the keyboard alone (AD-261)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/create' }, async ({ page, place }) => {
      await name(page).fill('new one');
      await page.keyboard.press('Control+Shift+Enter');
      await page
        .getByText('Created.')
        .or(page.getByRole('status').filter({ hasText: /created/i }))
        .first()
        .waitFor();
      await expectFocus(name(page));
      expect(await name(page).inputValue()).to.equal('');
      expect(await page.getByText('Unsaved changes').count()).to.equal(0);
      await page.keyboard.type('new two');
      await moveTo(menu(page));
      await page.keyboard.press('Enter');
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await expectFocus(name(page));
      expect([place(), ...tags()]).to.deep.equal(['/acme/blog/tags/create', 'new one', 'new two']);
      await eventually(async () => expect(await page.evaluate(DRAFTS)).to.deep.equal([]));
    }),
  );

  detail('goes on to a blank form after saving a record, and stays if it cannot be saved (AD-261)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/update/1' }, async ({ page, place }) => {
      await name(page).fill('');
      await page.keyboard.press('Control+Shift+Enter');
      await page.getByText('This is required.').waitFor();
      expect(place()).to.equal('/acme/blog/tags/update/1');
      await name(page).fill('new name');
      await page.keyboard.press('Control+Shift+Enter');
      await page.getByRole('button', { name: 'Create', exact: true }).waitFor();
      await expectFocus(name(page));
      expect([place(), ...tags()]).to.deep.equal(['/acme/blog/tags/create', 'new name', 'new one', 'new two']);
    }),
  );

  detail('duplicates a record as a new one with a name and address of its own (AD-261)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/51' }, async ({ page, place }) => {
      const original = await title(page).inputValue();
      await pressOn(menu(page));
      await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
      await heading(page, 'New post').waitFor();
      expect(place()).to.equal('/acme/blog/posts/create?copy=51');
      expect(await title(page).inputValue()).to.equal(`${original} (copy)`);
      await title(page).fill('A second fifty-one');
      await page.reload({ waitUntil: 'commit' }).catch(() => undefined);
      await page.getByText('This browser has unsaved changes from').waitFor();
      await page.getByRole('button', { name: 'Restore' }).click();
      expect(await title(page).inputValue()).to.equal('A second fifty-one');
      await page.keyboard.press('Control+s');
      await heading(page, 'A second fifty-one').waitFor();
      const columns = 'body, excerpt, status, format, featured, author_id, category_id, head_code';
      const [copy, source] = [`title = 'A second fifty-one'`, 'id = 51'].map((where) =>
        site.sql(`select ${columns} from blog_posts where ${where}`),
      );
      expect(copy).to.deep.equal(source);
      expect(
        site.sql(`select slug, views, preview_password from blog_posts where title = 'A second fifty-one'`),
      ).to.deep.equal([{ slug: 'a-second-fifty-one', views: 0, preview_password: null }]);
    }),
  );

  it('steps through the list it was opened from, over the end of a page and after a reload (AD-262)', () =>
    site.visit(
      { as: 'admin', path: '/acme/blog/posts?search=library&sort=title&per_page=5' },
      async ({ page, place, idle }) => {
        const rows = page.getByRole('row').getByRole('link');
        await rows.first().waitFor();
        const first = await rows.allInnerTexts();
        await rows.nth(3).click();
        await heading(page, first[3] ?? '').waitFor();
        await beside(page)
          .getByText(/^4 of \d+$/)
          .waitFor();
        await expectAccessible(page);
        await page.keyboard.press('Alt+PageDown');
        await beside(page)
          .getByText(/^5 of \d+$/)
          .waitFor();
        expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal(first[4]);
        await page.reload();
        await beside(page)
          .getByText(/^5 of \d+$/)
          .waitFor();
        await beside(page).getByRole('link', { name: 'Next record' }).click();
        await beside(page)
          .getByText(/^6 of \d+$/)
          .waitFor();
        await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').click();
        await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
        expect(place()).to.equal('/acme/blog/posts?search=library&sort=title&per_page=5&page=2');
        await idle();
        await rows.first().click();
        await beside(page)
          .getByText(/^6 of \d+$/)
          .waitFor();
        await page.keyboard.press('Alt+PageUp');
        await beside(page)
          .getByText(/^5 of \d+$/)
          .waitFor();
        expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal(first[4]);
      },
    ));

  detail(
    'goes on from the place of a record that no longer belongs to the list, and asks about unsaved changes (AD-262)',
    () =>
      site.visit({ as: 'admin', path: '/acme/blog/tags?search=new&sort=name' }, async ({ page, idle }) => {
        await page.getByRole('link', { name: 'new one' }).click();
        // A list without page numbers has no total.
        await beside(page).getByText('Record 2', { exact: true }).waitFor();
        await name(page).fill('another');
        await page.keyboard.press('Alt+PageDown');
        await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('alertdialog').waitFor({ state: 'detached' });
        await page.keyboard.press('Control+s');
        await beside(page).getByText('No longer in this list').waitFor();
        await idle();
        await page.keyboard.press('Alt+PageDown');
        await heading(page, 'new two').waitFor();
      }),
  );

  detail('has no neighbors for a record that was opened by its address (AD-262)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/update/2' }, async ({ page, idle }) => {
      await name(page).waitFor();
      await idle();
      expect(await beside(page).count()).to.equal(0);
    }),
  );
});
