import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../../support/admin/client.js';
import { expectOk } from '../../support/admin/expect.js';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { choose } from './support/choose.js';
import { expectFocus, moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';

const ID = 6;
const FORM = `/acme/blog/posts/update/${ID}?tab=extras`;
const HOSTILE = '<img src=x onerror="document.title=1">';
const GUIDE = { label: 'Guide', kind: 'page', address: 'https://example.test/guide', sponsor: 'Mill', own: 1 };
const FILE = { label: 'Recipe', kind: 'file', address: 'https://example.test/r.pdf', size: 120 };

/** The fields of the tab "Extras" as a user would find them. */
const extras = (page: Page) => {
  const field = (name: string) => page.locator(`[data-field="${name}"]`);
  const links = field('links');
  return {
    links,
    blocks: field('blocks'),
    item: (name: string) => links.getByRole('button', { name, exact: true }),
    action: (name: string) => links.getByRole('button', { name, exact: true }),
    inItem: (index: number, name: string) => field(`links.${index}.${name}`).getByRole('textbox'),
    add: links.getByRole('button', { name: 'Add a link' }),
    announced: (text: string) => links.locator('[role=status]').getByText(text),
    saved: page.getByText('The post has been saved.').first(),
  };
};

describe('nested forms and repeaters (AD-353, AD-354)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => store([GUIDE, FILE]));

  const text = (value: unknown) => (value === null ? 'null' : `'${JSON.stringify(value).replaceAll("'", "''")}'`);
  const store = (links: unknown, blocks: unknown = null, seo: unknown = null) =>
    site.sql(
      `update blog_posts set links = ${text(links)}, blocks = ${text(blocks)}, seo = ${text(seo)} where id = ${ID}`,
    );
  function stored(name: string): unknown {
    const value = site.sql(`select ${name} from blog_posts where id = ${ID}`)[0]?.[name];
    return typeof value === 'string' ? JSON.parse(value) : value;
  }
  /** Another administrator saves these items. */
  async function putLinks(client: ApiClient, links: readonly object[]): Promise<void> {
    const { data } = expectOk(await client.get(`/acme/blog/posts/${ID}`));
    expectOk(await client.put(`/acme/blog/posts/${ID}`, { links, _version: data._version }));
  }

  it('opens, fills in, adds, moves, duplicates and removes items by keyboard alone', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, idle }) => {
      const { item, action, inItem, add, announced, saved } = extras(page);
      await idle();
      await pressOn(item('Guide'));
      await moveTo(inItem(0, 'label'));
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Handbook');
      await item('Handbook').waitFor();
      await moveTo(action('Move down: Handbook'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await announced('Moved to place 2.').waitFor();
      await expectFocus(action('Move down: Handbook'));
      // At the end of the list the button does nothing, and keeps the focus.
      await page.keyboard.press('Enter');
      await pressOn(action('Duplicate: Handbook'));
      await announced('The copy is item 3.').waitFor();
      await expectFocus(inItem(2, 'label'));
      await moveTo(action('Move up: Recipe'), 'Shift+Tab');
      await pressOn(action('Remove: Recipe'));
      await announced('Item 1 removed.').waitFor();
      await pressOn(add);
      await announced('Item 3 added.').waitFor();
      await expectFocus(inItem(2, 'label'));
      await page.keyboard.type('New');
      await moveTo(inItem(2, 'address'));
      await page.keyboard.type('https://example.test/new');
      await expectAccessible(page);
      await page.keyboard.press('Control+s');
      await saved.waitFor();
      // Members that the form does not show stay with their item; a copy is a new item.
      expect(stored('links')).to.deep.equal([
        { ...GUIDE, label: 'Handbook', size: null },
        { label: 'Handbook', kind: 'page', address: GUIDE.address, size: null, sponsor: 'Mill' },
        { label: 'New', kind: 'page', address: 'https://example.test/new', size: null, sponsor: null },
      ]);
    }));

  detail('works by mouse on a phone, with kinds of items and a nested form', () =>
    site.visit({ as: 'admin', path: FORM, viewport: PHONE }, async ({ page, idle }) => {
      const { blocks, saved } = extras(page);
      await idle();
      await blocks.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Quotation' }).click();
      await page.locator('[data-field="blocks.0.text"]').getByRole('textbox').fill('Bread needs time.');
      await blocks.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Facts' }).click();
      // Only one item is open (style: accordion).
      await page.locator('[data-field="blocks.0.text"]').waitFor({ state: 'hidden' });
      const points = page.locator('[data-field="blocks.1.points"]').getByRole('textbox');
      await points.fill('flour, water, salt');
      await points.press('Enter');
      await page.locator('[data-field="seo.title"]').getByRole('textbox').fill('Bread');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await saved.waitFor();
      expect(stored('blocks')).to.deep.equal([
        { kind: 'quote', text: 'Bread needs time.', by: null },
        { kind: 'facts', title: null, points: ['flour', 'water', 'salt'] },
      ]);
      expect(stored('seo')).to.deep.equal({ title: 'Bread', hidden: false });
    }),
  );

  detail('moves an item by dragging its grip', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, idle }) => {
      const { links, item, announced } = extras(page);
      await idle();
      await item('Recipe').waitFor();
      await links.locator('.repeater__grip').first().dragTo(item('Recipe'));
      await announced('Moved to place 2.').waitFor();
      expect(await links.locator('.repeater__title').allInnerTexts()).to.deep.equal(['Recipe', 'Guide']);
    }),
  );

  it('opens the item with an error, focuses the field, and shows the message there', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, idle }) => {
      const { item, inItem, links } = extras(page);
      await idle();
      await item('Recipe').click();
      await inItem(1, 'address').fill('');
      await item('Recipe').click();
      await inItem(1, 'address').waitFor({ state: 'hidden' });
      await page.getByRole('tab', { name: 'Content' }).click();
      await page.keyboard.press('Control+s');
      await expectFocus(inItem(1, 'address'));
      await links.getByText('This is required.').waitFor();
      await page.getByRole('tab', { name: /Extras.*has errors/ }).waitFor();
      await expectAccessible(page);
      await inItem(1, 'address').fill('https://example.test');
      await links.getByText('This is required.').waitFor({ state: 'hidden' });
    }));

  detail('follows a trigger beside the field, inside of the item', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, idle }) => {
      const { item } = extras(page);
      await idle();
      await item('Recipe').click();
      const size = page.locator('[data-field="links.1.size"]');
      await size.waitFor();
      await choose(page.locator('[data-field="links.1.kind"]').getByRole('button'), 'Page');
      await size.waitFor({ state: 'hidden' });
    }),
  );

  detail('shows hostile content as text, also in headings and conflicts', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open, idle }) => {
      store([{ ...GUIDE, label: HOSTILE }]);
      await open(FORM);
      const { item, inItem } = extras(page);
      await idle();
      await item(HOSTILE).click();
      await inItem(0, 'address').fill('mine');
      const other = await site.api('editor@example.test');
      const link = { _item: 0, label: `${HOSTILE}!`, address: 'theirs' };
      await putLinks(other, [link]);
      await page.keyboard.press('Control+s');
      await page.getByRole('alertdialog').getByText(`${HOSTILE}!`).waitFor();
      await expectAccessible(page);
      expect(await page.title()).not.to.equal('1');
    }),
  );

  detail('two people who change different items have a conflict, in which one chooses a list (AD-214)', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, idle }) => {
      const { item, inItem, saved } = extras(page);
      await idle();
      await item('Guide').click();
      await inItem(0, 'label').fill('Mine');
      const other = await site.api('editor@example.test');
      const theirs = [
        { _item: 1, label: 'Theirs' },
        { _item: 0, label: 'Guide' },
      ];
      await putLinks(other, theirs);
      await page.keyboard.press('Control+s');
      const row = page.getByRole('alertdialog').getByRole('row').filter({ hasText: 'Links' });
      await row.getByText('Text of the link: Mine').waitFor();
      await row.getByText('Text of the link: Theirs').waitFor();
      await page.getByRole('button', { name: 'Save this choice' }).click();
      await saved.waitFor();
      // Each item keeps what belongs to it, although the places have changed since.
      expect(stored('links')).to.deep.equal([
        { ...GUIDE, label: 'Mine', size: null },
        { ...FILE, sponsor: null },
      ]);
    }),
  );

  detail('keeps unsaved items in this browser', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, idle }) => {
      const { item, inItem } = extras(page);
      await idle();
      await item('Guide').click();
      await inItem(0, 'label').fill('Draft');
      await eventually(async () =>
        expect(await page.evaluate<string>('JSON.stringify({ ...localStorage })')).to.contain('Draft'),
      );
      page.once('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await page.getByRole('button', { name: 'Restore' }).click();
      await item('Draft').waitFor();
    }),
  );

  detail('is read-only in a preview, and items still open', () =>
    site.visit({ as: 'admin', path: `/acme/blog/posts/preview/${ID}?tab=extras` }, async ({ page, idle }) => {
      const { item, inItem, add } = extras(page);
      await idle();
      await item('Guide').click();
      expect(await inItem(0, 'label').isEditable()).to.equal(false);
      expect(await add.count()).to.equal(0);
      await expectAccessible(page);
    }),
  );

  it('shows an administrator without the permission neither the sponsor nor its value, and keeps it', async () => {
    const editor = await site.api('editor@example.test');
    const seen = await editor.get(`/acme/blog/posts/${ID}`);
    expect(seen.status).to.equal(200);
    expect(seen.body).not.to.contain('Mill').and.not.to.contain('sponsor');
    expect((await editor.get('/acme/blog/posts/schema/form')).body).not.to.contain('sponsor');
    const links = [
      { _item: 1, sponsor: 'forged' },
      { _item: 0, label: 'First' },
    ];
    await putLinks(editor, links);
    expect(stored('links')).to.deep.equal([FILE, { ...GUIDE, label: 'First' }]);
  });

  it('a list shows the number of items', async () => {
    const api = await site.api('admin@example.test');
    const title = String(site.sql(`select title from blog_posts where id = ${ID}`)[0]?.['title']);
    const { body } = await api.get(`/acme/blog/posts?per_page=200&columns=links&search=${encodeURIComponent(title)}`);
    expect(body).to.contain('"links":2');
    expect(body).not.to.contain('Recipe');
  });
});
