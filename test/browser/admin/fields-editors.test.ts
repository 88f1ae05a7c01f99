import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, moveTo } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POST = '/acme/blog/posts/6';
const FORM = '/acme/blog/posts/update/6';
const HOSTILE =
  '# Title\n\n<img src=x onerror=alert(1)> <script>alert(1)</script>\n\n[bad](javascript:alert(1)) [good](/posts)';

describe('editor fields (AD-211)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  async function stored(): Promise<Record<string, unknown>> {
    const api = await site.api('admin@example.test');
    const { data }: { readonly data: Record<string, unknown> } = await api.get(POST);
    return data;
  }

  detail('formats text by mouse, by shortcut and with the toolbar alone, and supports undo', () =>
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
    }),
  );

  detail('makes a link with Ctrl+K, which opens the command palette everywhere else', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const text = page.getByRole('textbox', { name: 'Text' });
      await text.fill('word');
      await text.selectText();
      await text.press('Control+k');
      expect(await text.inputValue()).to.equal('[word](https://)');
      expect(await page.getByRole('dialog').count()).to.equal(0);
    }),
  );

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

  const code = (page: Page) => page.getByRole('textbox', { name: 'Code for the page head' });
  const codeText = async (page: Page) => (await code(page).locator('.cm-line').allInnerTexts()).join('\n');

  detail('indents code with Tab and releases the focus with Escape and Tab (AD-365)', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      await code(page).fill('');
      await moveTo(code(page));
      await page.keyboard.type('<b>');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type('x');
      expect(await codeText(page)).to.equal('<b>\n  x');
      await expectFocus(code(page));
      await page.keyboard.press('Shift+Tab');
      expect(await codeText(page)).to.equal('<b>\nx');
      await page.locator('.cm-content .tok-typeName').first().waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      expect(await code(page).evaluate((area) => area.ownerDocument.activeElement === area)).to.equal(false);
      expect(await page.locator('.cm-content b').count()).to.equal(0);
      await expectAccessible(page);
    }),
  );

  detail('finds and replaces text in code by keyboard alone, and returns to the code (AD-465)', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      await code(page).fill('<a>one</a>\n<b>two</b>\n<A>three</A>');
      await code(page).press('Control+f');
      const panel = page.getByRole('search', { name: 'Find: Code for the page head' });
      await expectFocus(panel.getByRole('textbox', { name: 'Find in the code' }));
      await page.keyboard.type('<a');
      await panel.getByText('1 of 2').waitFor();
      await page.locator('.code-match--current').first().waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await panel.getByText('2 of 2').waitFor();
      await page.keyboard.press('Enter');
      await panel.getByText('1 of 2').waitFor();
      await page.keyboard.press('Shift+Enter');
      await panel.getByText('2 of 2').waitFor();
      await moveTo(panel.getByRole('button', { name: 'Match case' }));
      await page.keyboard.press('Space');
      await panel.getByText('1 of 1').waitFor();
      await page.keyboard.press('Space');
      await panel.getByText('1 of 2').waitFor();
      await moveTo(panel.getByRole('textbox', { name: 'Replace with' }));
      await page.keyboard.type('<$&i');
      await page.keyboard.press('Enter');
      await panel.getByText('1 of 1').waitFor();
      expect(await codeText(page)).to.equal('<$&i>one</a>\n<b>two</b>\n<A>three</A>');
      await moveTo(panel.getByRole('button', { name: 'Replace all' }));
      await page.keyboard.press('Enter');
      await panel.getByText('0 matches').waitFor();
      expect(await codeText(page)).to.equal('<$&i>one</a>\n<b>two</b>\n<$&i>three</A>');
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      await expectFocus(code(page));
      await page.keyboard.press('Control+z');
      expect(await codeText(page)).to.equal('<$&i>one</a>\n<b>two</b>\n<A>three</A>');
      expect(await page.getByRole('heading', { level: 1 }).count()).to.equal(1);
    }),
  );

  detail('begins a search with the selection, and closes without closing the panel around the form (AD-465)', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      await code(page).fill('word\nWord');
      await code(page).press('Control+Home');
      await page.keyboard.press('Shift+End');
      await page.locator('[data-field="head_code"]').getByRole('button', { name: 'Find', exact: true }).click();
      const panel = page.getByRole('search', { name: 'Find: Code for the page head' });
      await panel.getByText('1 of 2').waitFor();
      expect(await panel.getByRole('textbox', { name: 'Find in the code' }).inputValue()).to.equal('word');
      await panel.getByRole('button', { name: 'Next match' }).click();
      await panel.getByText('2 of 2').waitFor();
      await panel.getByRole('button', { name: 'Close the search' }).click();
      await expectFocus(code(page));
      await page.keyboard.type('x');
      expect(await codeText(page)).to.equal('word\nx');
    }),
  );

  it('never traps users who pass through the code with Tab (AD-365, WCAG 2.2 §2.1.2)', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      await code(page).waitFor();
      await moveTo(code(page));
      await page.keyboard.press('Tab');
      expect(await code(page).evaluate((area) => area.ownerDocument.activeElement === area)).to.equal(false);
      expect(await page.getByText('Unsaved changes').count()).to.equal(0);
    }));

  it('focuses the code from its label, undoes, and saves only the code (AD-365, AD-366)', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const { head_code: before } = await stored();
      await code(page).waitFor();
      await page.locator('[data-field="head_code"] .field-frame__label').click();
      await expectFocus(code(page));
      await page.keyboard.press('Control+End');
      // At once: text that is typed slowly is undone in several steps.
      await page.keyboard.insertText('<!-- typed -->');
      await page.getByText('Unsaved changes').waitFor();
      await page.keyboard.press('Control+z');
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
      await page.keyboard.type('<!-- kept -->');
      const request = page.waitForRequest((one) => one.method() === 'PUT');
      await page.keyboard.press('Control+s');
      const { _version: version, ...sent } = (await request).postDataJSON() as Record<string, unknown>;
      expect(version).to.be.a('string');
      expect(Object.keys(sent)).to.deep.equal(['head_code']);
      await page.getByText('The post has been saved.').waitFor();
      expect((await stored())['head_code']).to.equal(`${typeof before === 'string' ? before : ''}<!-- kept -->`);
    }));

  detail('shows read-only code as text that the keyboard reaches, with the settings of the YAML (AD-366)', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      await page.route('**/posts/schema/form', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { readonly data: { readonly fields: Record<string, unknown>[] } };
        const field = body.data.fields.find(({ name }) => name === 'head_code');
        Object.assign(field ?? {}, { readOnly: true, language: 'json', code: { showGutter: false, wrapWords: true } });
        await route.fulfill({ response: answer, json: body });
      });
      site.sql(`update blog_posts set head_code = '{"a": "${'long '.repeat(80)}"}' where id = 6`);
      await open(FORM);
      await page.locator('.cm-content .tok-propertyName').first().waitFor();
      expect(await code(page).getAttribute('aria-readonly')).to.equal('true');
      expect(await page.locator('.cm-gutters').count()).to.equal(0);
      expect(await page.locator('.cm-scroller').evaluate((box) => box.scrollWidth <= box.clientWidth)).to.equal(true);
      const before = await codeText(page);
      await moveTo(code(page));
      await page.keyboard.type('x');
      await page.keyboard.press('Tab');
      expect(await codeText(page)).to.equal(before);
      expect(await page.getByText('Unsaved changes').count()).to.equal(0);
      await expectAccessible(page);
    }),
  );

  detail('reaches all suggested colors with one tab stop and arrow keys (AD-201)', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const text = page.getByRole('textbox', { name: 'Color', exact: true });
      const colors = page.getByRole('toolbar', { name: 'Suggested colors' }).getByRole('button');
      await text.fill('');
      await page.keyboard.press('Tab');
      await expectFocus(colors.first());
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Space');
      expect(await text.inputValue()).to.equal(await colors.nth(1).getAttribute('aria-label'));
      // The button that clears the color is not among them.
      await page.keyboard.press('Tab');
      await expectFocus(page.getByRole('textbox', { name: 'Send comment notifications to' }));
      await page.keyboard.press('Shift+Tab');
      await expectFocus(colors.nth(1));
    }),
  );

  detail('picks a color from a swatch and expands a short one', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page }) => {
      const color = page.getByRole('textbox', { name: 'Color', exact: true });
      await page.getByRole('button', { name: '#2563eb' }).click();
      expect(await color.inputValue()).to.equal('#2563eb');
      await color.fill('F80');
      await page.keyboard.press('Tab');
      expect(await color.inputValue()).to.equal('#ff8800');
      await page.keyboard.press('Control+s');
      await page
        .getByRole('status')
        .getByText(/\bsaved/i)
        .first()
        .waitFor();
      expect((await stored()).color).to.equal('#ff8800');
    }),
  );
});
