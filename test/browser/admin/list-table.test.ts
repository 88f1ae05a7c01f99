import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectFocusRing, moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POSTS = '/acme/blog/posts';
const titles = (page: Page) => page.locator('tbody tr[data-id] .table__link').allInnerTexts();
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name });

describe('the table of a list (AD-206)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('shows the visible columns in order and renders each by its type', () =>
    site.visit({ as: 'admin', path: `${POSTS}?search=winding+garden&sort=title` }, async ({ page }) => {
      await page.locator('tbody tr[data-id]').first().waitFor();
      const columns = ['', 'Title', 'Status', 'Category', 'Author', 'Tags', 'Comments', 'Featured', 'Views'];
      const shown = (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
      expect(shown.slice(0, 9)).to.deep.equal(columns);
      const row = page.locator('tbody tr[data-id]').first();
      expect(await row.locator('.table__cell--selectable').innerText()).to.match(/^(Published|Draft|In review)$/);
      expect(await row.locator('.table__cell--switch').innerText()).to.match(/^(Yes|No)$/);
      expect(await row.locator('.table__cell--datetime, .table__cell--timesince').count()).to.equal(2);
    }));

  it("formats numbers and dates for the browser's region and time zone", () => {
    site.sql(`update blog_posts set views = 1234567, published_at = '2026-02-03T22:30:00.000Z' where id = 1`);
    return site.visit(
      { as: 'admin', path: `${POSTS}?filter[views][min]=1000000`, locale: 'de-DE', timezoneId: 'Asia/Tokyo' },
      async ({ page }) => {
        const row = page.locator('tr[data-id="1"]');
        await row.waitFor();
        expect(await row.locator('.table__cell--number').last().innerText()).to.equal('1.234.567');
        expect(await row.locator('.table__cell--datetime').innerText()).to.contain('04.02.2026');
        expect(await row.locator('.table__cell--datetime').innerText()).to.contain('07:30');
      },
    );
  });

  it('shows all record values as text', () => {
    const hostile = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>{{7*7}}`;
    site.sql(`update blog_posts set title = '${hostile.replaceAll("'", "''")}' where id = 2`);
    site.sql(`update blog_categories set name = '<b>Bold</b>', color = 'red;x' where id = 3`);
    return site.visit({ as: 'admin', path: `${POSTS}?search=onerror` }, async ({ page, open }) => {
      const link = page.locator('tr[data-id="2"] .table__link');
      await link.waitFor();
      expect(await link.innerText()).to.equal(hostile);
      expect(await page.locator('table img').count()).to.equal(0);
      await open('/acme/blog/categories?search=Bold');
      const row = page.locator('tr[data-id="3"]');
      await row.waitFor();
      expect(await row.locator('.table__link').innerText()).to.equal('<b>Bold</b>');
      // Only a valid color reaches a style.
      expect(await row.locator('.color-cell__swatch').count()).to.equal(0);
      expect(await page.title()).to.contain('Categories');
    });
  });

  it("sorts ascending, then descending, then by the list's own order; Shift adds a column (mouse)", () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page, place }) => {
      const sort = page.getByRole('columnheader').getByRole('button', { name: 'Title' });
      await sort.click();
      await page.waitForURL('**?sort=title');
      await page.locator('tbody[data-busy=false]').waitFor();
      expect(await heading(page, 'Title').getAttribute('aria-sort')).to.equal('ascending');
      const first = await titles(page);
      expect(first).to.deep.equal([...first].sort((a, b) => a.localeCompare(b, 'en')));
      await sort.click();
      await page.waitForURL('**?sort=-title');
      expect(await heading(page, 'Title').getAttribute('aria-sort')).to.equal('descending');
      await page
        .getByRole('columnheader')
        .getByRole('button', { name: 'Views' })
        .click({ modifiers: ['Shift'] });
      await page.waitForURL('**?sort=-title,views');
      await page.getByRole('columnheader', { name: /Views.*2.*sorted ascending/ }).waitFor();
      await sort.click();
      await page.waitForURL((url) => url.search === '');
      expect(place()).to.equal(POSTS);
      expect(await heading(page, 'Published on').getAttribute('aria-sort')).to.equal('descending');
      await page.goBack();
      expect(place()).to.equal(`${POSTS}?sort=-title,views`);
    }));

  detail('sorts by keyboard and keeps the focus on the heading', () =>
    site.visit({ as: 'admin', path: '/acme/blog/authors' }, async ({ page }) => {
      const sort = page.getByRole('button', { name: 'Email' });
      await sort.waitFor();
      await pressOn(sort);
      await page.waitForURL('**?sort=email');
      await expectFocusRing(sort);
      await page.keyboard.press('Space');
      await page.waitForURL('**?sort=-email');
      expect(await heading(page, 'Email').getAttribute('aria-sort')).to.equal('descending');
    }),
  );

  it('opens a record on a click anywhere in its row, except in columns that are not clickable (mouse)', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page, place, context }) => {
      const row = page.locator('tbody tr[data-id]').first();
      await row.waitFor();
      const id = (await row.getAttribute('data-id')) ?? '';
      await row.locator('.table__cell--text[data-unclickable]').click();
      expect(place()).to.equal(POSTS);
      const [other] = await Promise.all([
        context.waitForEvent('page'),
        row.locator('.table__cell--datetime').click({ button: 'middle' }),
      ]);
      expect(other.url()).to.contain(`${POSTS}/update/${id}`);
      await other.close();
      expect(place()).to.equal(POSTS);
      await row.locator('.table__cell--datetime').click();
      await page.waitForURL(`**/update/${id}`);
      await page.goBack();
      await row.waitFor();
    }));

  it('renders each record as a link (keyboard)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page }) => {
      const link = page.locator('tbody').getByRole('link').first();
      await link.waitFor();
      const id = await page.locator('tbody tr').first().getAttribute('data-id');
      expect(await link.getAttribute('href')).to.equal(`/backend/acme/blog/tags/update/${id ?? ''}`);
      await moveTo(link);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/tags/update/${id ?? ''}`);
    }));

  detail('does not open a row when the user selects text in it', () =>
    site.visit({ as: 'admin', path: '/acme/blog/comments' }, async ({ page, place }) => {
      const cell = page.locator('tbody tr[data-id] .table__text').nth(1);
      await cell.waitFor();
      const { x, y, height } = (await cell.boundingBox()) ?? { x: 0, y: 0, height: 0 };
      await page.mouse.move(x + 1, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + 70, y + height / 2, { steps: 5 });
      await page.mouse.up();
      expect(await page.evaluate<string>('getSelection().toString()')).not.to.equal('');
      expect(place()).to.equal('/acme/blog/comments');
    }),
  );
});
