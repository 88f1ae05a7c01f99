import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { SMALL } from './support/visit.js';

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

describe('names that are one long word, on a small screen (AD-423)', () => {
  let site: AdminSite;
  before(async () => {
    site = await sharedAdminSite();
    site.sql(`update blog_tags set name = '${WORD}' where id = 3`);
    site.sql('insert or ignore into blog_post_tag (post_id, tag_id) select id, 3 from blog_posts where id < 40');
  });

  const beyond = (page: Page, element: string) =>
    page.evaluate<number>(`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(${element})`);

  it('a list does not scroll sideways', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts?sort=id', viewport: SMALL }, async ({ page, idle }) => {
      await page.locator('.chip', { hasText: WORD }).first().waitFor();
      await idle();
      expect(await beyond(page, 'document.documentElement')).to.equal(0);
    }));

  detail('a question about a record shows the whole word', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/update/3', viewport: SMALL }, async ({ page }) => {
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').waitFor();
      expect(await beyond(page, "document.querySelector('[role=alertdialog]')")).to.equal(0);
    }),
  );

  it('a preview shows the whole text of a field, as does a printed one (AD-559)', () =>
    site.visit({ as: 'admin', path: undefined, viewport: SMALL }, async ({ page, open }) => {
      site.sql(`update blog_posts set title = '${WORD} ${WORD}' where id = 47`);
      await open('/acme/blog/posts/preview/47');
      const title = page.getByRole('textbox', { name: 'Title' });
      await title.waitFor();
      for (const media of ['screen', 'print'] as const) {
        await page.emulateMedia({ media });
        const cut = await title.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
          scrollWidth - clientWidth,
          scrollHeight - clientHeight,
        ]);
        expect(cut, media).to.deep.equal([0, 0]);
      }
    }));
});
