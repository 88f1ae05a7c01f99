import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const FORM = '/acme/blog/authors/update/2';
const AUTHOR = '/acme/blog/authors/2';

describe('rich text fields (AD-367, AD-368)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const text = (page: Page) => page.getByRole('textbox', { name: 'About' });
  const tool = (page: Page, name: string) =>
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
  const store = (html: string) =>
    site.sql(`update blog_authors set bio = '${html.replaceAll("'", "''")}' where id = 2`);
  const stored = () => site.sql('select bio from blog_authors where id = 2')[0]?.['bio'];
  const html = (page: Page) => text(page).innerHTML();
  /** Selects the whole text. */
  const all = async (page: Page) => {
    await text(page).click();
    await page.keyboard.press('Control+a');
  };
  const saved = async (page: Page) => {
    const request = page.waitForRequest((one) => one.method() === 'PUT');
    await page.keyboard.press('Control+s');
    const { _version: version, ...sent } = (await request).postDataJSON() as Record<string, unknown>;
    expect(version).to.be.a('string');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    return sent;
  };

  it('formats by mouse and by shortcut, shows what is pressed, undoes, and saves HTML', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      store('<p>word</p>');
      await open(FORM);
      await all(page);
      await tool(page, 'Bold').click();
      await expectFocus(text(page));
      expect(await tool(page, 'Bold').getAttribute('aria-pressed')).to.equal('true');
      await page.keyboard.press('Control+i');
      expect(await html(page)).to.equal('<p><strong><em>word</em></strong></p>');
      await tool(page, 'Clear formatting').click();
      expect(await html(page)).to.equal('<p>word</p>');
      await tool(page, 'Undo').click();
      expect(await html(page)).to.equal('<p><strong><em>word</em></strong></p>');
      await tool(page, 'List').click();
      expect(await tool(page, 'List').getAttribute('aria-pressed')).to.equal('true');
      await expectAccessible(page);
      expect(await saved(page)).to.deep.equal({ bio: '<ul><li><p><strong><em>word</em></strong></p></li></ul>' });
      expect(stored()).to.equal('<ul><li><p><strong><em>word</em></strong></p></li></ul>');
    }));

  detail('works with the keyboard alone: one tab stop for the toolbar, arrows between its buttons', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      store('');
      await open(FORM);
      await text(page).waitFor();
      await moveTo(text(page));
      await page.keyboard.type('Title');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Home');
      await moveTo(tool(page, 'Heading 2'), 'ArrowLeft');
      await page.keyboard.press('Enter');
      await expectFocus(text(page));
      expect(await html(page)).to.equal('<h2>Title</h2>');
      await page.keyboard.press('Tab');
      expect(await text(page).evaluate((place) => place.ownerDocument.activeElement === place)).to.equal(false);
      await page.locator('[data-field="bio"] .field-frame__label').click();
      await expectFocus(text(page));
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await tool(page, 'Heading 2').click();
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    }),
  );

  it('sets a link only to a permitted address, changes and removes it, without saving the record (AD-219)', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      store('<p>word</p>');
      await open(FORM);
      await all(page);
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog', { name: 'Add a link' });
      const address = dialog.getByRole('textbox', { name: 'Address' });
      await expectFocus(address);
      for (const wrong of ['javascript:alert(1)', '//example.com', 'http://example.com', 'two words', '']) {
        await address.fill(wrong);
        await page.keyboard.press('Enter');
        await dialog.getByRole('alert').waitFor();
        expect(await address.getAttribute('aria-invalid')).to.equal('true');
      }
      await expectAccessible(page);
      await address.fill('example.com/a');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(await html(page)).to.equal('<p><a href="https://example.com/a">word</a></p>');
      expect(stored()).to.equal('<p>word</p>');
      await tool(page, 'Link').click();
      const change = page.getByRole('dialog', { name: 'Change the link' });
      expect(await change.getByRole('textbox').inputValue()).to.equal('https://example.com/a');
      await pressOn(change.getByRole('button', { name: 'Remove link' }));
      await change.waitFor({ state: 'detached' });
      expect(await html(page)).to.equal('<p>word</p>');
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    }));

  detail('reduces what is pasted from word processors and other pages to what may be saved', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      store('');
      await open(FORM);
      await text(page).click();
      const pasted = [
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style></head><body>',
        '<!--StartFragment--><h1 style="mso-x:1">Head</h1>',
        '<p class="MsoNormal" style="margin:0"><b style="font-weight:normal"><span style="font-weight:700">bold</span>',
        '<o:p>&nbsp;</o:p></b><a href="javascript:alert(1)" onclick="alert(1)">bad</a>',
        '<a href="https://example.com" target="_blank">good</a></p>',
        '<script>alert(1)</script><img src="x" onerror="alert(1)"><iframe src="https://example.com"></iframe>',
        '<ol type="a"><li>one</li></ol><!--EndFragment--></body></html>',
      ].join('');
      await page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', ${JSON.stringify(pasted)});
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(event);
      })()`);
      const sent = await saved(page);
      expect(sent['bio']).to.equal(
        '<h2>Head</h2><p><strong>bold</strong>&nbsp;bad<a href="https://example.com">good</a></p><ol><li><p>one</p></li></ol>',
      );
      expect(stored()).to.equal(sent['bio']);
    }),
  );

  it('shows hostile HTML as inert text, and never changes a text that nothing was typed into (AD-367)', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      const hostile =
        '<h1 style="color:red">Head</h1><p onclick="alert(1)">kept <a href="javascript:alert(1)">link</a></p>' +
        '<script>document.title = 1</script><img src="x" onerror="document.title = 2"><table><tr><td>cell</td></tr></table>';
      store(hostile);
      await open(FORM);
      await page.getByText('The editor does not know some parts of this text').waitFor();
      expect(await text(page).getAttribute('aria-readonly')).to.equal('true');
      expect(await text(page).locator('script, img, a, [onclick], [style]').count()).to.equal(0);
      expect(await page.title()).not.to.match(/^[12]/);
      await expectAccessible(page);
      const name = page.getByRole('textbox', { name: 'Signature' });
      await name.fill('Signed');
      expect(await saved(page)).to.deep.equal({ signature: 'Signed' });
      expect(stored()).to.equal(hostile);

      await page.getByRole('button', { name: 'Edit without these parts' }).click();
      await expectFocus(text(page));
      expect(await page.getByText('Unsaved changes').count()).to.equal(0);
      await page.keyboard.press('Control+End');
      await page.keyboard.type('!');
      const sent = await saved(page);
      expect(sent['bio']).to.equal('<h2>Head</h2><p>kept link</p><p>cell!</p>');
      expect(stored()).to.equal(sent['bio']);
    }));

  detail('keeps a draft, and the value of another tab after a conflict', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      store('<p>first</p>');
      await open(FORM);
      await text(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' draft');
      await eventually(async () =>
        expect(await page.evaluate<string>('JSON.stringify(Object.values(localStorage))')).to.contain('first draft'),
      );
      page.once('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await page.getByRole('button', { name: 'Restore', exact: true }).click();
      expect(await html(page)).to.equal('<p>first draft</p>');
      const api = await site.api('admin@example.test');
      expect((await api.put(AUTHOR, { bio: '<p>theirs</p>' })).status).to.equal(200);
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('alertdialog');
      await dialog.getByText('<p>theirs</p>').waitFor();
      await dialog.getByRole('button', { name: 'Discard mine, use theirs' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await html(page)).to.equal('<p>theirs</p>');
    }),
  );

  it('rejects what a hostile client posts, names the part, and stores nothing (AD-368)', async () => {
    store('<p>kept</p>');
    const api = await site.api('admin@example.test');
    for (const [bio, part] of [
      ['<p>a</p><script>alert(1)</script>', '<script>'],
      ['<p onclick="alert(1)">a</p>', '<p onclick>'],
      ['<a href="java\tscript:alert(1)">a</a>', '<a href='],
      ['<svg onload=alert(1)>', '<svg>'],
    ] as const) {
      const { status, body } = await api.put(AUTHOR, { bio });
      expect(status).to.equal(422);
      expect((JSON.parse(body) as { error: { fields: { bio: string[] } } }).error.fields.bio[0]).to.contain(part);
    }
    expect(stored()).to.equal('<p>kept</p>');
    expect((await api.put(AUTHOR, { bio: '<P>a<p>b & c' })).status).to.equal(200);
    expect(stored()).to.equal('<p>a</p><p>b &amp; c</p>');
  });

  detail('shows a text that may not be changed without a toolbar', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      store('<h2>Head</h2><p>text</p>');
      await open('/acme/blog/authors/preview/2');
      await text(page).getByRole('heading', { name: 'Head' }).waitFor();
      expect(await text(page).getAttribute('aria-readonly')).to.equal('true');
      expect(await page.getByRole('toolbar', { name: 'Formatting' }).count()).to.equal(0);
      await expectAccessible(page);
    }),
  );
});
