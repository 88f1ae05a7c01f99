import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, moveTo } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POST = '/acme/blog/posts/5';
const FORM = '/acme/blog/posts/update/5';

const published = (page: Page) => page.locator('[data-field="published_at"]');
const part = (page: Page, field: string, name: RegExp) =>
  page.locator(`[data-field="${field}"]`).getByRole('spinbutton', { name });
/** Not "Unsaved changes". */
const saved = (page: Page) =>
  page
    .getByRole('status')
    .getByText(/\bsaved/i)
    .first();

describe('date and time fields (AD-205, AD-211)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => {
    site.sql(`update blog_posts set status = 'published', published_at = '2026-06-30T22:30:00.000Z', event_date = null,
      event_time = null where id = 5`);
  });

  async function stored(): Promise<Record<string, unknown>> {
    const api = await site.api('admin@example.test');
    const { data }: { readonly data: Record<string, unknown> } = await api.get(POST);
    return data;
  }
  const inBerlin = { as: 'admin', timezoneId: 'Europe/Berlin', path: `${FORM}?tab=publishing` } as const;

  detail("shows a timestamp in the user's time zone and date order", async () => {
    const shown = (page: Page) => published(page).getByRole('group').first().innerText();
    await site.visit(inBerlin, async ({ page }) => {
      await part(page, 'published_at', /^day/).waitFor();
      expect((await shown(page)).replace(/[^\d/:]/g, '')).to.contain('01/07/2026');
      expect(await shown(page)).to.contain('00');
    });
    await site.visit({ ...inBerlin, timezoneId: 'America/New_York', locale: 'en-US' }, async ({ page }) => {
      await part(page, 'published_at', /^day/).waitFor();
      expect((await shown(page)).replace(/[^\d/:]/g, '')).to.contain('6/30/2026');
    });
  });

  it('accepts a typed date by keyboard alone and sends UTC', () =>
    site.visit(inBerlin, async ({ page }) => {
      await moveTo(part(page, 'published_at', /^day/));
      await page.keyboard.type('241220251805');
      await page.keyboard.press('Control+s');
      await saved(page).waitFor();
      expect((await stored()).published_at).to.equal('2025-12-24T17:05:00.000Z');
    }));

  detail('neither drops nor stores a date without a year, says so, and keeps what was typed (AD-448)', () =>
    site.visit(inBerlin, async ({ page }) => {
      const day = page.locator('[data-field="event_date"]');
      const year = part(page, 'event_date', /^year/);
      await moveTo(part(page, 'event_date', /^day/));
      await page.keyboard.type('2412');
      await page.getByText('Unsaved changes').waitFor();
      await page.keyboard.press('Control+s');
      await day.getByText('This must be a real date.').waitFor();
      expect((await day.innerText()).replace(/[^\d]/g, '')).to.equal('2412');
      await year.click();
      await page.keyboard.type('2026');
      await page.keyboard.press('Control+s');
      await saved(page).waitFor();
      expect((await stored()).event_date).to.equal('2026-12-24');

      await year.click();
      for (let digit = 0; digit < 4; digit += 1) await page.keyboard.press('Backspace');
      await page.keyboard.press('Control+s');
      await day.getByText('This must be a real date.').waitFor();
      expect((await stored()).event_date).to.equal('2026-12-24');
      expect((await day.innerText()).replace(/[^\d]/g, '')).to.equal('2412');
      await day.getByRole('button', { name: 'Clear' }).click();
      await page.getByText('Unsaved changes').waitFor();
      await page.keyboard.press('Control+s');
      await eventually(async () => expect((await stored()).event_date).to.equal(null));
    }),
  );

  detail('is not changed by erasing everything that was typed (AD-448)', () =>
    site.visit(inBerlin, async ({ page }) => {
      await moveTo(part(page, 'event_date', /^day/));
      await page.keyboard.type('24');
      await page.getByText('Unsaved changes').waitFor();
      await moveTo(part(page, 'event_date', /^day/), 'Shift+Tab');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
      expect((await stored()).event_date).to.equal(null);
    }),
  );

  detail('adds the century to a year of two digits (AD-448)', () =>
    site.visit(inBerlin, async ({ page }) => {
      await moveTo(part(page, 'event_date', /^day/));
      await page.keyboard.type('241226');
      await page.keyboard.press('Tab');
      await eventually(async () => expect(await part(page, 'event_date', /^year/).innerText()).to.equal('2026'));
      await page.keyboard.press('Control+s');
      await saved(page).waitFor();
      expect((await stored()).event_date).to.equal('2026-12-24');
    }),
  );

  detail('keeps the time when the user picks a day from the calendar by mouse', () =>
    site.visit(inBerlin, async ({ page }) => {
      await published(page)
        .getByRole('button', { name: /calendar/i })
        .click();
      await expectAccessible(page);
      await page.getByRole('button', { name: /14 July 2026/ }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await saved(page).waitFor();
      expect((await stored()).published_at).to.equal('2026-07-13T22:30:00.000Z');
    }),
  );

  detail('marks today in the time zone that the administrator has chosen, and begins there (AD-446)', async () => {
    const api = await site.api('admin@example.test');
    const choose = (value: unknown) => api.put('/auth/account/preferences/appearance', { value });
    const today = () => new Date().toLocaleDateString('en-GB', { timeZone: 'Pacific/Pago_Pago', dateStyle: 'long' });
    // The clocks of the two zones differ by 25 hours.
    await choose({ time_zone: 'Pacific/Pago_Pago' });
    await site.visit({ ...inBerlin, timezoneId: 'Pacific/Kiritimati' }, async ({ page, idle }) => {
      await idle();
      const before = today();
      await page
        .locator('[data-field="event_date"]')
        .getByRole('button', { name: /calendar/i })
        .click();
      const marked = page.locator('.calendar__day[data-today]');
      const label = (await marked.getAttribute('aria-label')) ?? '';
      expect(label).to.contain('Today');
      expect([before, today()].filter((day) => label.includes(day))).not.to.deep.equal([]);
      await expectFocus(marked);
    });
    await choose(null);
  });

  detail('shows a date and a time of day unchanged in every time zone', () =>
    site.visit({ ...inBerlin, timezoneId: 'Pacific/Kiritimati' }, async ({ page }) => {
      await moveTo(part(page, 'event_date', /^day/));
      await page.keyboard.type('05032027');
      await moveTo(part(page, 'event_time', /^hour/));
      await page.keyboard.type('0915');
      await page.keyboard.press('Control+s');
      await saved(page).waitFor();
      const { event_date: day, event_time: time } = await stored();
      expect([day, time]).to.deep.equal(['2027-03-05', '09:15:00']);
    }),
  );

  detail('clears the date with its button and moves the focus to where the user types a new one', () =>
    site.visit(inBerlin, async ({ page }) => {
      await published(page).getByRole('button', { name: 'Clear' }).click();
      expect(await page.evaluate('document.activeElement.getAttribute("role")')).to.equal('spinbutton');
      await page.keyboard.press('Control+s');
      await saved(page).waitFor();
      expect((await stored()).published_at).to.equal(null);
    }),
  );

  detail("rejects a date outside the limits with the server's message on its field", () =>
    site.visit(inBerlin, async ({ page }) => {
      await moveTo(part(page, 'published_at', /^day/));
      await page.keyboard.type('01011999');
      await page.keyboard.press('Control+s');
      await published(page).getByText('This must be between', { exact: false }).waitFor();
      await expectAccessible(page);
    }),
  );
});
