import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, expectFocusRing, moveTo } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const ACCOUNT = '/account';
const POST = '/acme/blog/posts/update/4';

describe('selects and the meaning of choices (AD-420, AD-421)', function () {
  this.timeout(60_000);
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const parts = (page: Page) => ({
    density: page.getByRole('button', { name: /Density$/ }),
    zone: page.getByRole('button', { name: /Time zone$/ }),
    list: page.getByRole('listbox'),
    option: (name: string) => page.getByRole('option', { name, exact: true }),
    saved: () => page.waitForResponse((answer) => answer.url().includes('/preferences/appearance')),
  });

  it('choose by keyboard alone: arrows, Home, End, first letters, Escape (AD-420)', () =>
    site.visit({ as: 'admin', path: ACCOUNT }, async ({ page }) => {
      const { density, zone, list, option, saved } = parts(page);
      await moveTo(density);
      await expectFocusRing(density);
      expect(await density.innerText()).to.equal('Comfortable');
      await page.keyboard.press('Enter');
      await expectFocus(option('Comfortable'));
      await expectAccessible(page);
      await page.keyboard.press('ArrowDown');
      await expectFocus(option('Compact'));
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      await expectFocus(density);
      expect(await density.innerText(), 'after Escape').to.equal('Comfortable');

      await moveTo(zone);
      await page.keyboard.press('ArrowDown');
      await list.waitFor();
      await page.keyboard.press('End');
      await expectFocus(list.getByRole('option').last());
      await page.keyboard.press('Home');
      await expectFocus(list.getByRole('option').first());
      await page.keyboard.type('asia/to');
      await expectFocus(option('Asia/Tokyo'));
      const stored = saved();
      await page.keyboard.press('Enter');
      expect((await stored).status()).to.equal(200);
      await expectFocus(zone);
      expect(await zone.innerText()).to.equal('Asia/Tokyo');
    }));

  it('choose by touch, and from right to left (AD-420)', () =>
    site.visit({ as: 'admin', path: ACCOUNT, hasTouch: true, locale: 'ar' }, async ({ page }) => {
      const { list, saved } = parts(page);
      await page.locator('html[dir=rtl]').waitFor();
      const select = page.locator('.select__button').nth(2);
      const [arrow, text] = [select.locator('.select__arrow'), select.locator('.select__value')];
      expect((await arrow.boundingBox())?.x ?? 0).to.be.lessThan((await text.boundingBox())?.x ?? 0);
      const before = await select.innerText();
      await select.tap();
      await list.waitFor();
      await expectAccessible(page);
      const stored = saved();
      await list.locator('[role=option]:not([aria-selected=true])').first().tap();
      await stored;
      await eventually(async () => expect(await select.innerText()).not.to.equal(before));
    }));

  it('have the name of their field and its value (AD-420)', () =>
    site.visit({ as: 'admin', path: `${POST}?tab=extras` }, async ({ page }) => {
      await page.getByRole('button', { name: 'Add a link' }).click();
      const kind = page.locator('[data-field="links.0.kind"]').getByRole('button');
      await kind.waitFor();
      expect(await kind.ariaSnapshot()).to.contain('button "Page Kind"');
      expect(await kind.getAttribute('aria-haspopup')).to.equal('listbox');
    }));

  it('show the meaning of a choice in forms and in the list, by shape and color (AD-421)', () =>
    site.visit({ as: 'admin', path: `${POST}?tab=publishing` }, async ({ page, open }) => {
      const choice = (name: string) => page.locator('.balloon-selector__choice').filter({ hasText: name });
      await choice('In review').waitFor();
      for (const [name, tone] of [
        ['Draft', 'neutral'],
        ['In review', 'warning'],
        ['Published', 'success'],
      ] as const) {
        expect(await choice(name).locator(`svg.tone-icon--${tone}`).count(), name).to.equal(1);
      }
      await choice('In review').click();
      await expectAccessible(page);
      await open('/acme/blog/posts');
      await page.locator('.inline-cell__choice').first().click();
      expect(
        await page.getByRole('menuitemradio', { name: 'Published' }).locator('svg.tone-icon--success').count(),
      ).to.equal(1);
      await expectAccessible(page);
    }));
});
