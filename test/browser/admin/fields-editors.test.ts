import { expect } from 'chai';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, moveTo } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POST = '/acme/blog/posts/6';
const FORM = '/acme/blog/posts/update/6';
const HOSTILE =
  '# Title\n\n<img src=x onerror=alert(1)> <script>alert(1)</script>\n\n[bad](javascript:alert(1)) [good](/posts)';

describe('editor fields (AD-211)', function () {
  this.timeout(90_000);
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  async function stored(): Promise<Record<string, unknown>> {
    const api = await site.api('admin@example.test');
    const { data }: { readonly data: Record<string, unknown> } = await api.get(POST);
    return data;
  }

  it('formats text by mouse, by shortcut and with the toolbar alone, and supports undo', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const text = page.getByRole('textbox', { name: 'Text' });
      await text.fill('word');
      await text.selectText();
      await page.getByRole('button', { name: 'Bold' }).click();
      expect(await text.inputValue()).to.equal('**word**');
      await text.press('Control+i');
      expect(await text.inputValue()).to.equal('**_word_**');
      await text.press('Control+z');
      expect(await text.inputValue()).to.equal('**word**');
      const bold = page.getByRole('button', { name: 'Bold' });
      await moveTo(bold, 'Shift+Tab');
      await page.keyboard.press('ArrowRight');
      await expectFocus(page.getByRole('button', { name: 'Italic' }));
      await page.keyboard.press('Enter');
      expect(await text.inputValue()).to.equal('**_word_**');
      await expectFocus(text);
    }));

  it('renders a preview without turning text into markup', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const text = page.getByRole('textbox', { name: 'Text' });
      await text.fill(HOSTILE);
      await page.locator('[data-field="body"]').getByRole('button', { name: 'Preview' }).click();
      const preview = page.getByRole('region', { name: 'Text' });
      await preview.getByRole('heading', { name: 'Title' }).waitFor();
      expect(await preview.innerText())
        .to.contain('<img src=x onerror=alert(1)>')
        .and.to.contain('<script>');
      expect(await preview.locator('img, script').count()).to.equal(0);
      expect(await preview.getByRole('link').allInnerTexts()).to.deep.equal(['good']);
      await expectAccessible(page);
      await page.locator('[data-field="body"]').getByRole('button', { name: 'Write' }).click();
      expect(await text.inputValue()).to.equal(HOSTILE);
    }));

  it('indents code with Tab and releases the focus with Escape and Tab', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const code = page.getByRole('textbox', { name: 'Code for the head of the page' });
      await code.fill('');
      await moveTo(code);
      await page.keyboard.type('<b>');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type('x');
      expect(await code.inputValue()).to.equal('<b>\n  x');
      await expectFocus(code);
      await page.keyboard.press('Shift+Tab');
      expect(await code.inputValue()).to.equal('<b>\nx');
      await page.locator('.code-editor__shown .hljs-name').first().waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      expect(await code.evaluate((area) => area.ownerDocument.activeElement === area)).to.equal(false);
      expect(await page.locator('.code-editor__shown b').count()).to.equal(0);
      await expectAccessible(page);
    }));

  it('picks a color from a swatch and expands a short one', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const colour = page.getByRole('textbox', { name: 'Colour', exact: true });
      await page.getByRole('button', { name: '#2563eb' }).click();
      expect(await colour.inputValue()).to.equal('#2563eb');
      await colour.fill('F80');
      await page.keyboard.press('Tab');
      expect(await colour.inputValue()).to.equal('#ff8800');
      await page.keyboard.press('Control+s');
      await page.getByRole('status').getByText(/saved/i).first().waitFor();
      expect((await stored()).colour).to.equal('#ff8800');
    }));
});
