import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { holdBack, waitForever } from './support/hold-back.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE, WITH_MOTION } from './support/visit.js';

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
    detail(`does not move the fields below a Markdown text with ${what}`, async () => {
      site.sql(`update blog_posts set body = '${body}' where id = 1`);
      await site.visit({ ...WITH_MOTION, as: 'admin', path: undefined }, async ({ page, open }) => {
        const release = await holdBack(page, /\/assets\/markdown-field-[^/]+\.js$/);
        await open('/acme/blog/posts/update/1');
        await page.locator('.loading-field--markdown').first().waitFor();
        const below = page.getByRole('textbox', { name: 'Excerpt' });
        const before = await topOf(below);
        release();
        await page.locator('.markdown-field').first().waitFor();
        expect(await topOf(below)).to.equal(before);
      });
    });
  }

  for (const [what, look] of [
    ['a wide screen', {}],
    ['a phone', { viewport: PHONE }],
  ] as const) {
    detail(`does not move the fields below source code on ${what}`, async () => {
      site.sql("update blog_posts set head_code = '<b>\n<i>' where id = 1");
      await site.visit({ ...WITH_MOTION, ...look, as: 'admin', path: undefined }, async ({ page, open }) => {
        const release = await holdBack(page, /\/assets\/code-editor-field-[^/]+\.js$/);
        await open('/acme/blog/posts/update/1');
        await page.locator('.loading-field.code-editor__frame').waitFor();
        await page.locator('.markdown-field').first().waitFor();
        const below = page.getByRole('spinbutton', { name: 'Views' });
        const before = await topOf(below);
        release();
        await page.locator('.code-editor .cm-editor').waitFor();
        expect(await topOf(below)).to.equal(before);
      });
    });
  }

  it('waits with the whole form for a field whose height depends on its file', () =>
    site.visit({ ...WITH_MOTION, as: 'admin', path: undefined }, async ({ page, open }) => {
      await waitForever(page);
      const release = await holdBack(page, /\/assets\/tag-list-field-[^/]+\.js$/);
      const asked = page.waitForRequest(/\/assets\/tag-list-field-/);
      await open('/acme/blog/posts/update/1');
      await asked;
      await page.locator('.form-skeleton').waitFor();
      release();
      await page.getByRole('grid', { name: 'Keywords' }).waitFor();
    }));

  detail('shows the form without a file that neither arrives nor fails', () =>
    site.visit({ ...WITH_MOTION, as: 'admin', path: undefined }, async ({ page, open }) => {
      const release = await holdBack(page, /\/assets\/tag-list-field-[^/]+\.js$/);
      await open('/acme/blog/posts/update/1');
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Typed without the tags');
      release();
      await page.getByRole('grid', { name: 'Keywords' }).waitFor();
      expect(await page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).to.equal(
        'Typed without the tags',
      );
    }),
  );
});
