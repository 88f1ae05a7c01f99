import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, expectFocusRing, moveTo } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const ACCOUNT = '/account';
const POST = '/acme/blog/posts/update/4';

describe('selects and the meaning of choices (AD-420, AD-421, AD-473)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const parts = (page: Page) => ({
    density: page.getByRole('button', { name: /Density$/ }),
    theme: page.getByRole('button', { name: /Theme$/ }),
    zone: page.getByRole('combobox', { name: 'Time zone' }),
    list: page.getByRole('listbox'),
    option: (name: string) => page.getByRole('option', { name, exact: true }),
    saved: () => page.waitForResponse((answer) => answer.url().includes('/preferences/appearance')),
  });

  it('choose by keyboard alone: arrows, Home, End, first letters, Escape (AD-420)', () =>
    site.visit({ as: 'admin', path: ACCOUNT }, async ({ page }) => {
      const { density, theme, list, option, saved } = parts(page);
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

      await moveTo(theme);
      await page.keyboard.press('ArrowDown');
      await list.waitFor();
      await page.keyboard.press('End');
      await expectFocus(option('Dark'));
      await page.keyboard.press('Home');
      await expectFocus(option('System'));
      await page.keyboard.type('li');
      await expectFocus(option('Light'));
      const stored = saved();
      await page.keyboard.press('Enter');
      expect((await stored).status()).to.equal(200);
      await expectFocus(theme);
      expect(await theme.innerText()).to.equal('Light');
      const api = await site.api('admin@example.test');
      expect((await api.put('/auth/account/preferences/appearance', { value: null })).status).to.equal(200);
    }));

  detail('find a choice of a long list by any part of its text, by keyboard alone (AD-473)', () =>
    site.visit({ as: 'admin', path: ACCOUNT }, async ({ page }) => {
      const { zone, list, option, saved } = parts(page);
      await moveTo(zone);
      await expectFocusRing(zone);
      expect(await zone.inputValue()).to.equal('As the browser');
      await page.keyboard.type('TOKYO');
      await option('Asia/Tokyo').waitFor();
      expect(await list.getByRole('option').allInnerTexts()).to.deep.equal(['Asia/Tokyo']);
      await page.keyboard.press('ArrowDown');
      const stored = saved();
      await page.keyboard.press('Enter');
      expect((await stored).status()).to.equal(200);
      await list.waitFor({ state: 'detached' });
      expect(await zone.inputValue()).to.equal('Asia/Tokyo');
      await expectFocus(zone);
      await expectAccessible(page);
    }),
  );

  detail('keep the choice if the user leaves without another one, or finds none (AD-473)', () =>
    site.visit({ as: 'admin', path: ACCOUNT }, async ({ page, idle }) => {
      const { zone, list } = parts(page);
      // The choice of the account replaces that of the browser when it arrives.
      await idle();
      const before = await zone.inputValue();
      await zone.click();
      await page.keyboard.type('nowhere');
      await page.getByText('No results found.').waitFor();
      await page.keyboard.press('Tab');
      await list.waitFor({ state: 'detached' });
      expect(await zone.inputValue()).to.equal(before);
      await zone.fill('lon');
      await page.getByRole('option', { name: 'Europe/London' }).waitFor();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      expect(await zone.inputValue()).to.equal(before);
      expect(await page.evaluate(`localStorage.getItem('gatehouse.time-zone:/backend') ?? ''`)).to.equal(
        before === 'As the browser' ? '' : before,
      );
    }),
  );

  detail('choose by touch, and from right to left (AD-420)', () =>
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
    }),
  );

  detail('have the name of their field and its value (AD-420)', () =>
    site.visit({ as: 'admin', path: `${POST}?tab=extras` }, async ({ page }) => {
      await page.getByRole('button', { name: 'Add a link' }).click();
      const kind = page.locator('[data-field="links.0.kind"]').getByRole('button');
      await kind.waitFor();
      expect(await kind.ariaSnapshot()).to.contain('button "Page Kind"');
      expect(await kind.getAttribute('aria-haspopup')).to.equal('listbox');
    }),
  );

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
      await open('/acme/blog/posts?per_page=5');
      await page.locator('.inline-cell__choice').first().click();
      await page.getByRole('menuitemradio', { name: 'Published' }).locator('svg.tone-icon--success').waitFor();
      await expectAccessible(page);
    }));
});
