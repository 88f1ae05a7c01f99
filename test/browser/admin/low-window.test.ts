import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const LOW = { width: 1024, height: 480 } as const;
const POSTS = '/acme/blog/posts';

/** All of it is on the screen, and a click in its middle reaches it. */
async function expectInView(page: Page, button: Locator): Promise<void> {
  await button.waitFor();
  await eventually(async () => {
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(height).to.be.greaterThan(0);
    expect(y).to.be.at.least(0);
    expect(y + height).to.be.at.most(LOW.height);
    const [centerX, centerY] = [x + width / 2, y + height / 2];
    const hit = await page.evaluate<string>(
      `document.elementFromPoint(${centerX}, ${centerY})?.closest('button')?.textContent ?? 'nothing'`,
    );
    expect(hit).to.equal(await button.textContent());
  });
}

describe('a window of little height (AD-474)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('keeps the buttons of the column chooser and of the views in view, and scrolls the part above them', () =>
    site.visit(
      { as: 'admin', path: `${POSTS}?per_page=5`, viewport: LOW, reducedMotion: 'reduce' },
      async ({ page }) => {
        const button = (name: string) => page.getByRole('button', { name, exact: true });
        await page.getByRole('main').getByRole('row').nth(2).waitFor();
        await button('Columns').click();
        await expectInView(page, button('Reset to default'));
        const [all, visible] = await page.evaluate<[number, number]>(
          `(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight])(document.querySelector('.column-chooser__list'))`,
        );
        expect(all).to.be.greaterThan(visible);
        await page.keyboard.press('Escape');
        await page.locator('.views-button').click();
        await expectInView(page, button('Save as new view…'));
      },
    ));

  detail('lets the popovers at the end of the toolbar end where their buttons end', () =>
    site.visit({ as: 'admin', path: POSTS, reducedMotion: 'reduce' }, async ({ page }) => {
      await page.getByRole('main').getByRole('row').nth(2).waitFor();
      for (const opener of [page.locator('.views-button'), page.getByRole('button', { name: 'Columns' })]) {
        await opener.click();
        const popover = page.locator('.popover-panel');
        await popover.waitFor();
        const endOf = async (one: Locator) => {
          const box = await one.boundingBox();
          return box === null ? 0 : box.x + box.width;
        };
        await eventually(async () => expect(await endOf(popover)).to.be.closeTo(await endOf(opener), 1));
        await page.keyboard.press('Escape');
        await popover.waitFor({ state: 'detached' });
      }
    }),
  );

  detail('keeps the buttons of a large dialog in view, and scrolls the part above them', () =>
    site.visit(
      { as: 'admin', path: '/gatehouse/backend/administrators', viewport: LOW, reducedMotion: 'reduce' },
      async ({ page }) => {
        await page.getByRole('link', { name: 'editor@example.test' }).first().click();
        await page.getByRole('button', { name: 'Access' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('list', { name: 'Sessions' }).waitFor();
        await expectInView(page, dialog.getByRole('button', { name: 'Close' }));
        await dialog.getByRole('button', { name: 'End all sessions' }).focus();
        await expectInView(page, dialog.getByRole('button', { name: 'End all sessions' }));
        await expectInView(page, dialog.getByRole('button', { name: 'Close' }));
      },
    ),
  );
});
