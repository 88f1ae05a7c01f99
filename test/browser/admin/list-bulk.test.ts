import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const COMMENTS = '/acme/blog/comments';
const settled = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();
const bar = (page: Page) => page.locator('.selection-bar');

describe('acts on many records, and exports (AD-270 to AD-279)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  /** Comments that wait for approval: those of a published post can be approved, those without a post cannot. */
  function addComments(prefix: string, published: number, without = 0): void {
    const now = new Date().toISOString();
    const [post] = site.sql(`select id from blog_posts where status = 'published' limit 1`);
    for (let n = 0; n < published + without; n += 1) {
      const of = n < published ? String(post?.['id']) : 'null';
      site.sql(
        `insert into blog_comments (author_name, email, body, approved, post_id, created_at, updated_at)
         values ('${prefix} ${n}', 'a@example.com', '=1+${n}', 0, ${of}, '${now}', '${now}')`,
      );
    }
  }
  const approved = (prefix: string) =>
    site.sql(`select id from blog_comments where author_name like '${prefix} %' and approved = 1`).length;
  const left = (prefix: string) => site.sql(`select id from blog_comments where author_name like '${prefix} %'`).length;

  it('runs an action on checked records, names them before, and lists what was refused (mouse)', () => {
    addComments('mouse', 2, 1);
    return site.visit({ as: 'admin', path: `${COMMENTS}?search=mouse` }, async ({ page }) => {
      await settled(page);
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await bar(page).getByRole('button', { name: 'Approve', exact: true }).click();
      const question = page.getByRole('alertdialog', { name: 'Approve: 3' });
      await question.getByText('mouse 1').waitFor();
      await question.getByText('Readers will see them below their posts.').waitFor();
      await expectAccessible(page);
      await question.getByRole('button', { name: 'Approve' }).click();
      const result = page.getByRole('dialog', { name: 'Approve: 3' });
      await result.getByText('1 record has not changed:').first().waitFor();
      await result
        .getByRole('listitem')
        .filter({ hasText: 'mouse 2' })
        .getByText('The post is not published.')
        .waitFor();
      await expectAccessible(page);
      await result.getByRole('button', { name: 'Close' }).click();
      expect(approved('mouse')).to.equal(2);
    });
  });

  it('deletes all that match, beyond the page, after saying how many there are now (keyboard, two people)', () => {
    addComments('keys', 25);
    return site.visit({ as: 'admin', path: `${COMMENTS}?search=keys` }, async ({ page }) => {
      await settled(page);
      await pressOn(page.getByRole('checkbox', { name: 'Select all on this page' }), 'Space');
      await pressOn(bar(page).getByRole('button', { name: 'Select all 25 that match' }));
      // AD-476
      await bar(page).getByText('All 25 that match selected').waitFor();
      await pressOn(bar(page).getByRole('button', { name: /^Only the \d+ checked$/ }));
      await bar(page)
        .getByText(/^\d+ selected$/)
        .waitFor();
      await pressOn(bar(page).getByRole('button', { name: 'Select all 25 that match' }));
      // Someone else deletes one in the meantime.
      site.sql(`delete from blog_comments where author_name = 'keys 3'`);
      await pressOn(bar(page).getByRole('button', { name: 'Delete all' }));
      const question = page.getByRole('alertdialog', { name: 'Delete 24' });
      await question.getByText('and 21 others').waitFor();
      await expectFocus(question.getByRole('button', { name: 'Cancel' }));
      await pressOn(question.getByRole('button', { name: 'Delete' }));
      await page.getByText('24 records deleted.').waitFor();
      expect(left('keys')).to.equal(0);
    });
  });

  detail('shows progress, stops between two batches, and says what is done', () => {
    addComments('stop', 3);
    return site.visit({ as: 'admin', path: `${COMMENTS}?search=stop` }, async ({ page }) => {
      await settled(page);
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/bulk/approve*', async (route) => {
        const body = { done: 1, unchanged: [], last: '1', has_more: true, message: '' };
        await held;
        await route.fulfill({ json: { success: true, data: body } });
      });
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await bar(page).getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('progressbar').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      release();
      await page.getByText('Stopped before the end. Approve: 1 record done.').waitFor();
    });
  });

  detail('says that records may have changed if an answer is lost, and repeats nothing', () => {
    addComments('lost', 2);
    return site.visit({ as: 'admin', path: `${COMMENTS}?search=lost`, failuresExpected: true }, async ({ page }) => {
      await settled(page);
      let requests = 0;
      await page.route('**/bulk/approve*', (route) => {
        requests += 1;
        return route.abort();
      });
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await bar(page).getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('alert').getByText('Some of the last records may have changed.').waitFor();
      expect(requests).to.equal(1);
    });
  });

  detail('opens the menu of a row with the focus where the key wants it (AD-471)', () =>
    site.visit({ as: 'admin', path: COMMENTS }, async ({ page }) => {
      await settled(page);
      const button = page.getByRole('button', { name: /^Actions for/ }).first();
      for (const [key, place] of [
        ['Enter', 'first'],
        ['Space', 'first'],
        ['ArrowDown', 'first'],
        ['ArrowUp', 'last'],
      ] as const) {
        await button.focus();
        await page.keyboard.press(key);
        await expectFocus(page.getByRole('menuitem')[place]());
        await page.keyboard.press('Escape');
        await expectFocus(button);
      }
    }),
  );

  detail('runs an action on the record of a row, and deletes it, after naming it (mouse, keyboard)', () => {
    addComments('row', 2);
    return site.visit({ as: 'admin', path: `${COMMENTS}?search=row&filter[approved]=` }, async ({ page }) => {
      await settled(page);
      await page.getByRole('button', { name: 'Actions for row 1' }).click();
      await page.getByRole('menu').waitFor();
      await expectAccessible(page);
      await page.getByRole('menuitem', { name: 'Approve' }).click();
      const question = page.getByRole('alertdialog');
      await question.getByText('row 1').waitFor();
      await question.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('The comment has been approved.').waitFor();
      expect(approved('row')).to.equal(1);

      const button = page.getByRole('button', { name: 'Actions for row 0' });
      await pressOn(button);
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('Escape');
      await expectFocus(button);
      const askToDelete = async () => {
        await page.keyboard.press('Enter');
        await page.getByRole('menu').waitFor();
        await page.keyboard.press('End');
        await expectFocus(page.getByRole('menuitem', { name: 'Delete' }));
        await page.keyboard.press('Enter');
        await expectFocus(question.getByRole('button', { name: 'Cancel' }));
      };
      await askToDelete();
      await page.keyboard.press('Escape');
      await expectFocus(button);
      await askToDelete();
      await pressOn(question.getByRole('button', { name: 'Delete' }));
      await page.getByText('1 record deleted.').waitFor();
      await expectFocus(page.getByRole('heading', { level: 1 }));
      expect(left('row')).to.equal(1);
    });
  });

  it('exports what matches as CSV and XLSX, with the columns of the list (mouse, keyboard)', () => {
    addComments('export', 230);
    return site.visit({ as: 'admin', path: `${COMMENTS}?search=export` }, async ({ page }) => {
      await settled(page);
      const button = page.getByRole('button', { name: 'Export', exact: true });
      await button.click();
      await expectAccessible(page);
      const [csv] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'CSV file' }).click(),
      ]);
      expect(csv.suggestedFilename()).to.match(/^Comments \d{4}-\d\d-\d\d\.csv$/);
      const lines = (await readFile(await csv.path(), 'utf8')).split('\r\n');
      const headings = await page.locator('thead th .table__label, thead th .table__title').allTextContents();
      expect(lines[0]).to.equal(`\uFEFF${headings.join(',')}`);
      expect(lines).to.have.lengthOf(232);
      expect(lines[1]).to.match(/^export 0,'=1\+0,/);
      await page.getByText('230 records exported.').waitFor();

      await pressOn(button);
      const [xlsx] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      expect(xlsx.suggestedFilename()).to.match(/\.xlsx$/);
      const bytes = await readFile(await xlsx.path());
      expect(bytes.subarray(0, 4).toString('latin1')).to.equal('PK\x03\x04');
    });
  });

  detail('continues an export after an error, and cancels it', () => {
    addComments('again', 3);
    return site.visit({ as: 'admin', path: `${COMMENTS}?search=again`, failuresExpected: true }, async ({ page }) => {
      await settled(page);
      await page.route('**/export/records*', (route) => route.abort());
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: 'CSV file' }).click();
      const dialog = page.getByRole('dialog', { name: 'Export: Comments' });
      await dialog.getByRole('alert').waitFor();
      await expectAccessible(page);
      await page.unroute('**/export/records*');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Try again' }).click(),
      ]);
      expect((await readFile(await download.path(), 'utf8')).split('\r\n')).to.have.lengthOf(5);
      await page.route('**/export/records*', (route) => route.abort());
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Excel' }).click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    });
  });
});
