import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

describe('errors when a save fails (AD-212)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

  it('shows each error on its field, marks the tab and focuses the first field', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/create' }, async ({ page }) => {
      const title = field(page, 'Title');
      await title.waitFor();
      await page.keyboard.press('Control+s');
      await expectFocus(title);
      expect(await title.getAttribute('aria-invalid')).to.equal('true');
      await page.getByRole('textbox', { name: 'Title', description: 'This is required.' }).waitFor();
      await page.getByRole('tab', { name: 'Placement has errors' }).waitFor();
      await expectAccessible(page);

      // The slug follows the title, which also clears its error.
      await title.fill('Now there is one');
      await page.getByText('This is required.').waitFor({ state: 'hidden' });

      // The next error is on a tab that has not been opened yet.
      await page.keyboard.press('Control+s');
      await expectFocus(page.getByRole('combobox', { name: 'Author' }));
      expect(await page.getByRole('tab', { name: 'Placement' }).getAttribute('aria-selected')).to.equal('true');
      const found = page.waitForResponse((response) => /\/options\?.*Ada/.test(response.url()));
      await page.getByRole('combobox', { name: 'Author' }).fill('Ada');
      await found;
      await page.getByRole('option', { name: 'Ada Abbott' }).click();
      await page.getByText('Some values are not valid. Correct them and try again.').waitFor({ state: 'hidden' });
    }));

  detail("shows the host's error on the tab of its field", () =>
    site.visit({ as: 'editor', path: '/acme/blog/posts/update/1003' }, async ({ page }) => {
      site.sql(`update blog_posts set status = 'draft' where id = 1003`);
      await page.reload();
      await page.getByRole('tab', { name: 'Publishing' }).click();
      await page.getByRole('radio', { name: 'Published' }).check({ force: true });
      await page.getByRole('tab', { name: 'Content' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('You don’t have permission to publish posts.').waitFor();
      expect(await page.getByRole('tab', { name: 'Publishing' }).getAttribute('aria-selected')).to.equal('true');
      await expectAccessible(page);
    }),
  );

  it('keeps all input without a network and saves it once the network is back', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/21', failuresExpected: true }, async ({ page }) => {
      await field(page, 'Title').fill('Typed without a network');
      await page.route('**/api/v1/**', (route) => route.abort('internetdisconnected'));
      await page.keyboard.press('Control+s');
      const problem = page.getByRole('alert').filter({ hasText: 'We can’t reach the server.' });
      await expectFocus(problem);
      expect(await problem.innerText()).to.contain('Your unsaved changes are still here.');
      await page.unroute('**/api/v1/**');
      await page.keyboard.press('Control+s');
      await page.getByText('The post has been saved.').waitFor();
      expect(await problem.count()).to.equal(0);
      expect(await field(page, 'Title').inputValue()).to.equal('Typed without a network');
    }));

  detail('keeps all input when the record has been deleted in the meantime, and makes a new one of it (AD-445)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/22' }, async ({ page, place }) => {
      const author = page.getByRole('combobox', { name: 'Author' });
      await field(page, 'Title').fill('Nobody is to lose this');
      await page.getByRole('tab', { name: 'Placement' }).click();
      const named = await author.inputValue();
      site.sql('delete from blog_posts where id = 22');
      await page.keyboard.press('Control+s');
      const problem = page.getByRole('alert').filter({ hasText: 'This record no longer exists' });
      await expectFocus(problem);
      expect(await problem.innerText())
        .to.contain('Your unsaved changes are still here.')
        .and.not.to.contain('ID');
      await expectAccessible(page);
      // The linked records are gone as well, and are no reason to leave the form.
      const tags = page.getByRole('region', { name: 'Tags' });
      await tags.getByRole('searchbox').fill('bread');
      await tags.getByRole('alert').waitFor();
      expect(await page.getByRole('link', { name: 'Go to the start page' }).count()).to.equal(0);
      await pressOn(problem.getByRole('button', { name: 'Create as a new record' }));
      await page.getByRole('heading', { level: 1, name: 'New post' }).waitFor();
      expect(await field(page, 'Title').inputValue()).to.equal('Nobody is to lose this');
      await page.getByText('Unsaved changes').waitFor();
      await page.getByRole('tab', { name: 'Placement' }).click();
      expect(await author.inputValue()).to.equal(named);
      await page.keyboard.press('Control+s');
      await page.waitForURL(/posts\/update\/\d+/);
      expect(place()).not.to.contain('/22');
      const stored = site.sql(`select id from blog_posts where title = 'Nobody is to lose this'`);
      expect(stored).to.have.lengthOf(1);
      // The next new record is blank.
      await page.keyboard.press('Control+Shift+Enter');
      await page.getByRole('heading', { level: 1, name: 'New post' }).waitFor();
      expect(await field(page, 'Title').inputValue()).to.equal('');
    }),
  );

  detail('says in the language of the reader between which days a date must be (AD-446)', () =>
    site.visit(
      { as: 'admin', path: '/acme/blog/posts/update/24?tab=publishing', locale: 'de-DE' },
      async ({ page }) => {
        await page.getByRole('radio', { name: 'Veröffentlicht' }).check({ force: true });
        const published = page.locator('[data-field="published_at"]');
        await published.getByRole('spinbutton').first().click();
        await page.keyboard.type('010119951200');
        await page.keyboard.press('Control+s');
        await published.getByText('01.01.2000').waitFor();
        expect(await published.innerText()).not.to.contain('2000-01-01');
      },
    ),
  );

  detail('reports a record that does not exist', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/999999' }, async ({ page }) => {
      await page.getByText('Not found, or you don’t have access.').waitFor();
      await expectAccessible(page);
    }),
  );

  detail('reports a form that the administrator may not open', () =>
    site.visit({ as: 'editor', path: '/acme/blog/tags/create' }, async ({ page }) => {
      await page.getByText('You don’t have permission to do this.').waitFor();
    }),
  );

  detail('rejects text that is not a number instead of treating it as blank', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/23' }, async ({ page }) => {
      const minutes = page.getByRole('spinbutton', { name: 'Minutes to read' });
      await minutes.focus();
      await page.keyboard.press('End');
      await page.keyboard.type('e');
      await page.keyboard.press('Control+s');
      await page.getByRole('spinbutton', { name: 'Minutes to read', description: 'whole number' }).waitFor();
      await minutes.fill('7');
      await page.keyboard.press('Control+s');
      await page.getByText('The post has been saved.').waitFor();
      expect(site.sql('select reading_minutes from blog_posts where id = 23')).to.deep.equal([{ reading_minutes: 7 }]);
    }),
  );
});
