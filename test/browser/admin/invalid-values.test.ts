import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { holdBack } from './support/hold-back.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const FORM = '/acme/blog/posts/update/20';
const STANDS = 'It stays unchanged until you edit this field.';

describe('stored values that do not fit their columns (AD-50; docs/admin/api.md: _invalid)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => {
    site.sql(`update blog_posts set title = 'Broken post', status = 'published', views = 'many', reading_minutes = 'abc',
      event_date = '2026-13-45', event_time = null, published_at = 'yesterday' where id = 20`);
  });

  const stored = () =>
    site.sql('select views, reading_minutes, event_date, published_at, title from blog_posts where id = 20')[0];
  const field = (page: Page, name: string) => page.locator(`[data-field=${name}]`);
  const removal = (page: Page, name: string) =>
    field(page, name).getByRole('button', { name: 'Remove the stored value' });

  /** The editor above these fields is as high as its text, so that they move when it has loaded. */
  const untilStill = (page: Page) => field(page, 'body').getByRole('textbox').waitFor();

  async function save(page: Page) {
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await answered).status()).to.equal(200);
    await page.getByText('The post has been saved.').first().waitFor();
  }

  detail('shows the raw text in the list, with an icon and a text for screen readers', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts?search=Broken+post' }, async ({ page }) => {
      const row = page.locator('tr[data-id="20"]');
      for (const raw of ['many', 'yesterday']) {
        const cell = row.getByRole('cell').filter({ hasText: raw });
        expect(await cell.innerText()).to.match(new RegExp(`^Invalid value:\\s*${raw}$`));
        await cell.locator('svg').waitFor();
      }
      await expectAccessible(page);
    }),
  );

  detail('shows the raw text in a message at the field, which is marked as invalid', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      await field(page, 'event_date').getByText('2026-13-45', { exact: false }).waitFor();
      const minutes = field(page, 'reading_minutes');
      await minutes.getByText(`The stored value is not valid: abc. ${STANDS}`).waitFor();
      expect(await minutes.getByRole('spinbutton').getAttribute('aria-invalid')).to.equal('true');
      await expectAccessible(page);
    }),
  );

  it('keeps invalid values when other fields are saved', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Still broken');
      await save(page);
      expect(stored()).to.deep.equal({
        views: 'many',
        reading_minutes: 'abc',
        event_date: '2026-13-45',
        published_at: 'yesterday',
        title: 'Still broken',
      });
      await field(page, 'reading_minutes').getByText(STANDS).waitFor();
    }));

  detail('replaces an invalid value, and hides the message as soon as the user types', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const minutes = field(page, 'reading_minutes');
      await minutes.getByRole('spinbutton').fill('7');
      await minutes.getByText(STANDS).waitFor({ state: 'detached' });
      const segments = field(page, 'event_date').getByRole('spinbutton');
      await segments.first().click();
      await page.keyboard.type('05062026');
      await save(page);
      expect(stored()).to.include({ reading_minutes: 7, event_date: '2026-06-05', published_at: 'yesterday' });
    }),
  );

  detail('removes an invalid number or date and focuses its field', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      await untilStill(page);
      for (const name of ['reading_minutes', 'event_date']) {
        await removal(page, name).click();
        await removal(page, name).waitFor({ state: 'detached' });
        await page.locator(`[data-field=${name}]:focus-within`).waitFor();
      }
      await page.getByText('Unsaved changes').waitFor();
      await save(page);
      expect(stored()).to.include({
        reading_minutes: null,
        event_date: null,
        published_at: 'yesterday',
        views: 'many',
      });
      // The read-only field cannot be changed.
      expect(await removal(page, 'views').count()).to.equal(0);
    }),
  );

  detail('moves the focus to the control once it has loaded, if the value was removed before', () =>
    site.visit({ as: 'admin' }, async ({ page }) => {
      const load = await holdBack(page, '**/date-picker-field-*.js');
      await page.goto(`${site.backend}${FORM}`);
      await untilStill(page);
      await removal(page, 'event_date').click();
      await removal(page, 'event_date').waitFor({ state: 'detached' });
      load();
      await field(page, 'event_date').locator(':focus').waitFor();
    }),
  );

  detail('shows an invalid time, keeps it when other fields are saved, and lets the user replace or remove it', () => {
    const time = () => site.sql('select event_time from blog_posts where id = 20')[0]?.['event_time'];
    const invalid = () =>
      site.sql("update blog_posts set event_date = '2026-05-06', event_time = 'noonish' where id = 20");
    invalid();
    return site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const at = field(page, 'event_time');
      await at.getByText(`The stored value is not valid: noonish. ${STANDS}`).waitFor();
      await at.locator('[data-invalid]').first().waitFor();
      await expectAccessible(page);
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('At noonish');
      await save(page);
      expect(time()).to.equal('noonish');

      await at.getByRole('spinbutton').first().click();
      await page.keyboard.type('1430');
      await at.getByText(STANDS).waitFor({ state: 'detached' });
      await save(page);
      expect(time()).to.equal('14:30:00');

      invalid();
      await page.reload();
      await removal(page, 'event_time').click();
      await removal(page, 'event_time').waitFor({ state: 'detached' });
      await page.locator('[data-field=event_time]:focus-within').waitFor();
      await save(page);
      expect(time()).to.equal(null);
    });
  });
});
