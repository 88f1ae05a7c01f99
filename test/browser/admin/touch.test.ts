import { expect } from 'chai';
import { usual } from '../../support/every-test.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';

const SMALL_TEXTS = `[...document.querySelectorAll('textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="color"])')]
  .filter((one) => one.getBoundingClientRect().width > 30 && !one.closest('[aria-hidden="true"], .visually-hidden'))
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
  .map((one) => one.outerHTML.slice(0, 120))`;

describe('a touch screen (AD-201)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  for (const [what, path, editor] of usual([
    ['Markdown and code', '/acme/blog/posts/update/4', '.cm-content'],
    ['rich text', '/acme/blog/authors/update/1', '.rich-text[contenteditable="true"]'],
    ['a list', '/acme/blog/posts', 'tbody tr[data-id]'],
  ] as const)) {
    it(`has no text to type into below 16 pixels, for which Safari would enlarge the page: ${what}`, () =>
      site.visit({ as: 'admin', path, viewport: PHONE, hasTouch: true, isMobile: true }, async ({ page, idle }) => {
        await page.locator(editor).first().waitFor();
        await idle();
        expect(await page.evaluate(SMALL_TEXTS)).to.deep.equal([]);
      }));
  }
});
