import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POSTS = '/acme/blog/posts';
const range = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
const countAll = (page: Page) => page.getByRole('button', { name: 'Count all' });

describe('a list of more than 10,000 records (docs/admin/api.md: total_over, total=exact, page depth)', () => {
  let site: AdminSite;
  before(async () => {
    site = await sharedAdminSite();
    site.sql(`insert into blog_posts (title, slug, body, status, format, featured, allow_comments, author_id, created_at, updated_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 9000)
      select 'Bulk ' || i, 'bulk-' || i, '', 'draft', 'article', 0, 1, author_id, created_at, updated_at
      from n, blog_posts where blog_posts.id = 1`);
  });

  detail('counts all records on demand, by keyboard, and keeps the number on other pages', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page }) => {
      await range(page, 'Records 1 to 25 of more than 10,000');
      await expectAccessible(page);
      expect(await page.getByRole('button', { name: /^Page \d/ }).count()).to.equal(0);
      await pressOn(countAll(page));
      await range(page, 'Records 1 to 25 of 12,000');
      await expectFocus(page.getByRole('status').filter({ hasText: 'of 12,000' }));
      await expectAccessible(page);
      expect(await countAll(page).count()).to.equal(0);
      await page.getByRole('button', { name: 'Page 480' }).click();
      await range(page, 'Records 11,976 to 12,000 of 12,000');
    }),
  );

  it('offers to count again after a new search or filter', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page }) => {
      await countAll(page).click();
      await range(page, 'of 12,000');
      await page.getByRole('searchbox').first().fill('bulk');
      await range(page, 'of 9,000');
      await page.getByRole('searchbox').first().fill('');
      await range(page, 'of more than 10,000');
      await countAll(page).waitFor();
    }));

  detail('reports why counting failed and offers a retry', () =>
    site.visit({ as: 'admin', path: POSTS, failuresExpected: true }, async ({ page }) => {
      await page.route('**/posts?*total=exact*', (route) => route.abort());
      await countAll(page).click();
      await page.getByRole('alert').filter({ hasText: 'We can’t reach the server' }).waitFor();
      await expectAccessible(page);
      await page.unroute('**/posts?*total=exact*');
      await countAll(page).click();
      await range(page, 'of 12,000');
    }),
  );

  detail('pages through the list without a count', () =>
    site.visit({ as: 'admin', path: `${POSTS}?page=400` }, async ({ page }) => {
      await range(page, 'Records 9,976 to 10,000 of more than 10,000');
      await page.getByRole('button', { name: 'Next page' }).click();
      await range(page, 'Records 10,001 to 10,025 of more than 10,000');
    }),
  );

  detail('counts the links of a relation manager on demand, and all of them again after a search', () => {
    site.sql(`insert into blog_tags (name, slug, created_at, updated_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 10050)
      select 'bulk ' || i, 'bulk-tag-' || i, at, at from n, (select created_at as at from blog_tags limit 1)`);
    site.sql('delete from blog_post_tag where post_id = 8');
    site.sql("insert into blog_post_tag (post_id, tag_id) select 8, id from blog_tags where name like 'bulk %'");
    return site.visit({ as: 'admin', path: '/acme/blog/posts/update/8?tab=placing' }, async ({ page }) => {
      const tags = page.getByRole('region', { name: 'Tags' });
      const said = (text: string) => tags.getByRole('status').filter({ hasText: text });
      await said('Records 1 to 10 of more than 10,000').waitFor();
      await expectAccessible(page);
      await pressOn(countAll(page));
      await said('Records 1 to 10 of 10,050').waitFor();
      await expectFocus(said('of 10,050'));
      expect(await countAll(page).count()).to.equal(0);
      await tags.getByRole('button', { name: 'Page 1,005' }).click();
      await said('Records 10,041 to 10,050 of 10,050').waitFor();
      await tags.getByRole('searchbox').fill('bulk 777');
      await said('of 19').waitFor();
      await tags.getByRole('searchbox').fill('');
      await said('of more than 10,000').waitFor();
      await countAll(page).waitFor();
    });
  });

  detail(
    'explains that pages beyond the first 100,000 records are unavailable, and keeps the search on the way back',
    () =>
      site.visit({ as: 'admin', path: `${POSTS}?search=bulk&page=4001` }, async ({ page, place }) => {
        await page.getByRole('alert').getByText('A list shows only its first 100,000 records.').waitFor();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Go to the first page' }).click();
        await range(page, 'Records 1 to 25 of 9,000');
        expect(place()).to.equal(`${POSTS}?search=bulk`);
      }),
  );
});
