import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { holdBack } from './support/hold-back.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const FORM = '/acme/blog/posts/update/7';

const parts = (page: Page) => ({
  widget: page.getByRole('group', { name: 'Reading time' }),
  measure: page.getByRole('button', { name: 'Measure' }),
  minutes: page.getByRole('spinbutton', { name: 'Minutes to read' }),
});

describe('widgets (AD-216)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => {
    site.sql(`update blog_posts set body = '${'word '.repeat(1000)}', reading_minutes = 99 where id = 7`);
  });

  it('runs the action with the record and the fill, shows the message, fills the form and saves nothing (mouse)', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const { widget, measure, minutes } = parts(page);
      await widget.getByText('99 minutes').waitFor();
      const asked = page.waitForRequest((request) => request.url().endsWith('/widgets/reading'));
      await measure.click();
      expect((await asked).postDataJSON()).to.deep.equal({ record_id: '7', reading_minutes: 99 });
      await page.getByText('5 minutes to read').waitFor();
      await widget.getByText('5 minutes', { exact: true }).waitFor();
      expect(await minutes.inputValue()).to.equal('5');
      await page.getByText('Unsaved changes').waitFor();
      expect(site.sql('select reading_minutes as minutes from blog_posts where id = 7')).to.deep.equal([
        { minutes: 99 },
      ]);
      await expectAccessible(page);
    }));

  detail('keeps what the user types into a field while the action that fills it runs', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const { widget, measure, minutes } = parts(page);
      await widget.getByText('99 minutes').waitFor();
      const answer = await holdBack(page, '**/widgets/reading');
      const asked = page.waitForRequest('**/widgets/reading');
      await measure.click();
      await asked;
      await minutes.fill('12');
      answer();
      await page.getByText('5 minutes to read').waitFor();
      expect(await minutes.inputValue()).to.equal('12');
    }),
  );

  detail('fills no other record: the answer comes after "Create and new" (AD-551)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/create' }, async ({ page, idle }) => {
      await page.route('**/api/v1/acme/blog/posts', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 201, json: { success: true, data: { id: '900', _labels: {} } } })
          : route.fallback(),
      );
      const { measure, minutes } = parts(page);
      const answers: (() => void)[] = [];
      await page.route('**/widgets/reading', async (route) => {
        await new Promise<void>((resolve) => answers.push(resolve));
        await route.fulfill({ json: { success: true, data: { message: 'Measured', fill: { reading_minutes: 7 } } } });
      });
      await page.getByRole('textbox', { name: 'Title' }).fill('One');
      await measure.click();
      await eventually(() => expect(answers).to.have.length(1));
      await page.keyboard.press('Control+Shift+Enter');
      await eventually(async () =>
        expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).to.equal(''),
      );
      answers[0]?.();
      await page.getByText('Measured').waitFor();
      expect(await minutes.inputValue()).to.equal('');
      await measure.click();
      await eventually(() => expect(answers).to.have.length(2));
      answers[1]?.();
      await eventually(async () => expect(await minutes.inputValue()).to.equal('7'));
      await idle();
    }),
  );

  detail('runs the action by keyboard alone with unsaved values of the form', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const { measure, minutes } = parts(page);
      await minutes.fill('42');
      const asked = page.waitForRequest((request) => request.url().endsWith('/widgets/reading'));
      await measure.focus();
      await page.keyboard.press('Enter');
      expect((await asked).postDataJSON()).to.deep.equal({ record_id: '7', reading_minutes: 42 });
      await eventually(async () => expect(await minutes.inputValue()).to.equal('5'));
      expect(await page.evaluate('document.activeElement.localName')).to.equal('acme-blog-reading-time');
    }),
  );

  detail(
    'asks for confirmation if the field requires it, naming the form (docs/admin/yaml.md, confirm; docs/admin/widgets.md)',
    () =>
      site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
        await page.route('**/posts/schema/form', async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replace('"widget":', '"confirm":"Measure it anew?","widget":');
          await route.fulfill({ response, body });
        });
        await open(FORM);
        const asked: string[] = [];
        page.on('request', (request) => asked.push(...(request.method() === 'POST' ? [request.url()] : [])));
        const { measure } = parts(page);
        const question = page.getByRole('alertdialog', { name: /^Reading time: \S/ });
        await measure.click();
        await question.getByText('Measure it anew?').waitFor();
        await expectAccessible(page);
        await question.getByRole('button', { name: 'Cancel' }).click();
        await question.waitFor({ state: 'hidden' });
        expect(asked).to.deep.equal([]);
        await measure.click();
        await question.getByRole('button', { name: 'Reading time' }).click();
        await page.getByText('5 minutes to read').waitFor();
        expect(asked).to.have.length(1);
      }),
  );

  detail('sends no record on the create form (AD-102)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/create' }, async ({ page }) => {
      const asked = page.waitForRequest((request) => request.url().endsWith('/widgets/reading'));
      await parts(page).measure.click();
      expect((await asked).postDataJSON()).to.deep.equal({ reading_minutes: null });
      await page.getByText('Save the post first.').waitFor();
    }),
  );

  detail('does not report an action as rejected if the page crashes after the answer', () => {
    const defect = "Cannot read properties of null (reading 'reading_minutes')";
    return site.visit({ as: 'admin', path: FORM, defectExpected: defect }, async ({ page }) => {
      const { measure } = parts(page);
      await page.route('**/widgets/reading', (route) =>
        route.fulfill({ json: { success: true, data: { fill: null, message: '', data: {} } } }),
      );
      const happened = page.waitForEvent('pageerror');
      await measure.click();
      expect((await happened).message).to.equal(defect);
      await measure.and(page.locator(':enabled')).waitFor();
      expect(await page.getByText('We can’t reach the server').count()).to.equal(0);
    });
  });

  detail("shows the action's validation error on the field and passes it to the element (AD-105)", () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      // The demo's action never rejects a request.
      const fields = { reading_minutes: ['Too fast to be read.'] };
      const error = {
        code: 'validation_failed',
        message: 'Some values are not valid. Correct them and try again.',
        fields,
        request_id: 'x',
      };
      await page.route('**/widgets/reading', (route) =>
        route.fulfill({ status: 422, json: { success: false, error } }),
      );
      const { measure, minutes } = parts(page);
      await measure.waitFor();
      await page.evaluate(`document.querySelector('acme-blog-reading-time')
        .addEventListener('failed', (event) => { window.failed = event.detail; })`);
      await measure.click();
      await page.locator('[data-field="reading_minutes"]').getByText('Too fast to be read.').waitFor();
      expect(await minutes.getAttribute('aria-invalid')).to.equal('true');
      expect(await page.evaluate('window.failed')).to.deep.equal({ message: 'Too fast to be read.', fields });
    }),
  );
});
