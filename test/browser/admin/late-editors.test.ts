import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { WITH_MOTION } from './support/visit.js';

/** The distance of an element from the top of the page. */
async function topOf(element: Locator): Promise<number> {
  return Math.round((await element.boundingBox())?.y ?? 0);
}

describe('an editor whose file loads late (AD-517)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const LONG = Array.from({ length: 25 }, (_, n) => `Line ${n} with *words*`).join('\n\n');
  const WIDE = 'one line of many words '.repeat(200);

  for (const [what, body] of [
    ['many lines', LONG],
    ['a line that wraps', WIDE],
    ['few words', 'Few words.'],
    ['an empty line at its end', `${LONG}\n`],
  ] as const) {
    it(`does not move the fields below a Markdown text with ${what}`, async () => {
      site.sql(`update blog_posts set body = '${body}' where id = 1`);
      await site.visit({ ...WITH_MOTION, as: 'admin', path: undefined }, async ({ page, open }) => {
        let release = (): void => undefined;
        const released = new Promise<void>((resolve) => (release = resolve));
        await page.route(/\/assets\/markdown-field-[^/]+\.js$/, async (route) => {
          await released;
          await route.continue();
        });
        await open('/acme/blog/posts/update/1');
        await page.locator('.form-field__loading--markdown').first().waitFor();
        const below = page.getByRole('textbox', { name: 'Excerpt' });
        const before = await topOf(below);
        release();
        await page.locator('.markdown-field').first().waitFor();
        expect(await topOf(below)).to.equal(before);
      });
    });
  }
});
