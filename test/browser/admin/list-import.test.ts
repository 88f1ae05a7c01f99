import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { choose as chooseOption } from './support/choose.js';
import { chooseFile } from './support/choose-file.js';
import { holdBack } from './support/hold-back.js';
import { expectFocus, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';

const POSTS = '/acme/blog/posts';
const settled = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Import posts' });
const run = (page: Page): Locator => dialog(page).getByRole('button', { name: /^Import \d/ });

describe('imports a file into a list (AD-397)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const stored = (prefix: string) =>
    site.sql(`select title from blog_posts where slug like '${prefix}-%' order by id`).map(({ title }) => title);

  async function choose(page: Page, file: string, name = 'posts.csv'): Promise<void> {
    await chooseFile(page, { name, text: file }, dialog(page).getByRole('button', { name: 'Choose file' }));
  }

  it('shows columns and values, imports all rows, and returns to the list (mouse)', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5` }, async ({ page }) => {
      await settled(page);
      await page.getByRole('button', { name: 'Import' }).click();
      await expectAccessible(page);
      await choose(
        page,
        'Heading;Slug;Author;Status\nFirst;mouse-1;Ada Abbott;Draft\nSecond;mouse-2;Ada Abbott;draft\n',
      );
      const field = dialog(page).getByRole('button', { name: /Field for the column Heading/ });
      await dialog(page).getByText('Every record needs “Title”, and no column fills it.').waitFor();
      expect(await run(page).isDisabled()).to.equal(true);
      await chooseOption(field, 'Title (required)');
      await dialog(page).getByText('2 rows, no problems.').waitFor();
      // A click beside the dialog (AD-475).
      await page.mouse.click(5, 5);
      await dialog(page).getByText('2 rows, no problems.').waitFor();
      await expectAccessible(page);
      await run(page).click();
      await dialog(page).getByText('2 records imported.').waitFor();
      await expectAccessible(page);
      await dialog(page).getByRole('button', { name: 'Back to the list' }).click();
      await dialog(page).waitFor({ state: 'detached' });
      expect(stored('mouse')).to.deep.equal(['First', 'Second']);
    }));

  it('lists problems by row, offers them as a file, and imports nothing (keyboard)', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5`, viewport: PHONE }, async ({ page }) => {
      await settled(page);
      await pressOn(page.getByRole('button', { name: 'Import' }));
      const button = dialog(page).getByRole('button', { name: 'Choose file' });
      await expectFocus(button);
      const text = 'title,slug,author,reading_minutes\nGood,keys-1,Ada Abbott,4\n=1+1,keys-2,No One,many\n';
      await chooseFile(page, { name: 'p.csv', text }, button, 'key');
      await dialog(page).getByText('2 problems. Nothing has been imported.').waitFor();
      await expectAccessible(page);
      const rows = dialog(page).getByRole('region', { name: 'Problem' }).locator('tbody tr');
      expect(await rows.allInnerTexts()).to.have.lengthOf(2);
      expect(await rows.first().innerText()).to.match(/^3\s+author\s+There is no choice “No One”/);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        pressOn(dialog(page).getByRole('button', { name: 'Download problems (CSV)' })),
      ]);
      const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
      expect(lines[0]).to.equal('\uFEFFRow,Column in the file,Problem');
      expect(lines[1]).to.match(/^3,author,/);
      await page.keyboard.press('Escape');
      await expectFocus(page.getByRole('button', { name: 'Import' }));
      expect(stored('keys')).to.deep.equal([]);
    }));

  detail('shows the content of a file as text, from right to left too', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5`, locale: 'ar' }, async ({ page }) => {
      await settled(page);
      await page.getByRole('button', { name: 'استيراد' }).click();
      const hostile = '<img src=x onerror=alert(1)>';
      const arabic = page.getByRole('dialog');
      const text = `title,slug,"${hostile}"\n${hostile},evil-1,javascript:alert(1)\n`;
      await chooseFile(page, { name: `${hostile}.csv`, text }, arabic.getByRole('button', { name: 'اختيار ملف' }));
      await arabic.getByText(hostile).first().waitFor();
      expect(await arabic.locator('img').count()).to.equal(0);
      await expectAccessible(page);
    }),
  );

  detail('says that an answer was lost, and imports once when it is asked again', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5`, failuresExpected: true }, async ({ page }) => {
      await settled(page);
      await page.getByRole('button', { name: 'Import' }).click();
      await choose(page, 'title,slug,author\nOnce,lost-1,Ada Abbott\n');
      await dialog(page).getByText('1 row, no problems.').waitFor();
      // The daemon imports, and the answer never arrives.
      await page.route('**/import?*', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await run(page).click();
      await dialog(page).getByText('a repeated import creates no record twice').waitFor();
      expect(stored('lost')).to.deep.equal(['Once']);
      // With other fields or another separator it would be another import, which creates the record again.
      expect(
        await dialog(page)
          .getByRole('button', { name: /Field for the column/ })
          .count(),
      ).to.equal(0);
      expect(
        await dialog(page)
          .getByRole('button', { name: /Separator/ })
          .count(),
      ).to.equal(0);
      await page.unroute('**/import?*');
      await run(page).click();
      await dialog(page).getByText('1 record imported.').waitFor();
      expect(stored('lost')).to.deep.equal(['Once']);
    }),
  );

  detail('goes on after Back, and says in the corner what it has done (AD-551)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, go }) => {
      await go(`${POSTS}?per_page=5`);
      await settled(page);
      await page.getByRole('button', { name: 'Import' }).click();
      await choose(page, 'title,slug,author\nAfter Back,back-1,Ada Abbott\n');
      await dialog(page).getByText('1 row, no problems.').waitFor();
      const release = await holdBack(page, '**/import?*');
      const asked = page.waitForRequest('**/import?*');
      await run(page).click();
      await asked;
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      release();
      await page.locator('.toast').getByText('1 record imported.').waitFor();
      expect(stored('back')).to.deep.equal(['After Back']);
    }),
  );

  detail(
    'says that a file cannot be read, imports without HTTPS, and takes no page away for a file dropped beside',
    () =>
      site.visit({ as: 'admin', path: `${POSTS}?per_page=5` }, async ({ page }) => {
        await settled(page);
        await page.evaluate('delete Crypto.prototype.randomUUID');
        await page.getByRole('button', { name: 'Import' }).click();
        await page.evaluate(`{
        const read = Blob.prototype.arrayBuffer;
        window.readAgain = () => { Blob.prototype.arrayBuffer = read; };
        Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('a folder', 'NotReadableError'));
      }`);
        const file = 'title,slug,author\nRead again,again-1,Ada Abbott\n';
        await choose(page, file);
        await dialog(page).getByText('This file cannot be read.').waitFor();
        await page.evaluate('readAgain()');
        await choose(page, file);
        await dialog(page).getByText('1 row, no problems.').waitFor();
        const isTaken = await page.evaluate(`(() => {
        const drop = new DragEvent('drop', { bubbles: true, cancelable: true });
        return document.querySelector('.overlay').dispatchEvent(drop);
      })()`);
        expect(isTaken, 'whether the browser opens the file').to.equal(false);
        await run(page).click();
        await dialog(page).getByText('1 record imported.').waitFor();
      }),
  );

  detail('takes a file that is dropped, and refuses one that is too large', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5` }, async ({ page }) => {
      await settled(page);
      await page.getByRole('button', { name: 'Import' }).click();
      const drop = async (text: string): Promise<void> => {
        const data = await page.evaluateHandle(
          `(() => { const data = new DataTransfer(); data.items.add(new File([${text}], 'dropped.csv')); return data; })()`,
        );
        await page.locator('.choose-file').dispatchEvent('drop', { dataTransfer: data });
      };
      await drop(`'x'.repeat(3 * 1024 * 1024)`);
      await dialog(page).getByText('This file has more than 2 MB.').waitFor();
      await drop(`'title,slug\\nDropped,drop-1\\n'`);
      await dialog(page).getByText('Every record needs “Author”').waitFor();
      await dialog(page).getByRole('button', { name: 'Choose another file' }).click();
      await dialog(page).getByRole('button', { name: 'Choose file' }).waitFor();
    }),
  );

  detail('is not offered to an administrator who may not import (AD-392)', () =>
    site.visit({ as: 'editor', path: `${POSTS}?per_page=5` }, async ({ page }) => {
      await settled(page);
      expect(await page.getByRole('button', { name: 'Import' }).count()).to.equal(0);
    }),
  );
});
