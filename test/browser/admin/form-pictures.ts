import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import type { AdminSite } from './support/site.js';

/** How pictures.ts opens a page and takes a picture. */
export interface Camera {
  readonly site: AdminSite;
  visit(as: 'admin', path: string, work: (page: Page) => Promise<void>): Promise<void>;
  take(page: Page, name: string, part?: string): Promise<unknown>;
}

const POST = '/acme/blog/posts/update/12';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** The pictures of docs/admin/records.md. */
export async function takeFormPictures({ site, visit, take }: Camera): Promise<void> {
  site.sql(
    `update blog_posts set title = 'A garden in autumn', slug = 'a-garden-in-autumn', links = null where id = 12`,
  );

  await visit('admin', '/acme/blog/posts?sort=title', async (page) => {
    await page.getByRole('main').getByRole('row').nth(2).getByRole('link').first().click();
    await title(page).waitFor();
    await page.getByRole('navigation', { name: 'Records of the list' }).waitFor();
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    await take(page, 'form-menu');
  });

  await visit('admin', '/acme/blog/posts/create', async (page) => {
    await title(page).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Some values are not valid.').waitFor();
    await take(page, 'form-errors');
  });

  await visit('admin', POST, async (page) => {
    await title(page).fill('A garden in late autumn');
    await page.getByText('Unsaved changes').waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await take(page, 'form');

    await eventually(async () => {
      const kept = await page.evaluate<string>('JSON.stringify(localStorage)');
      if (!kept.includes('late autumn')) throw new Error('the draft is not stored yet');
    });
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await button(page, 'Restore').waitFor();
    await take(page, 'form-draft');
    await button(page, 'Restore').click();

    const colleague = await site.api('editor@example.test');
    const { data } = await colleague.get('/acme/blog/posts/12');
    await colleague.put('/acme/blog/posts/12', {
      ...{ title: 'Gardens in autumn', excerpt: 'Apples, leaves and the first frost.', _version: data._version },
    });
    await page.keyboard.press('Control+s');
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'form-conflict');
    await button(page, 'Discard mine, use theirs').click();

    await tab(page, 'Placement');
    const tags = page.getByRole('region', { name: 'Tags' });
    await tags.getByRole('row').nth(1).waitFor();
    await tags.scrollIntoViewIfNeeded();
    await take(page, 'form-relation');
    await tags.getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await take(page, 'form-panel');
  });

  await visit('admin', `${POST}?tab=extras`, async (page) => {
    const links = page.locator('[data-field="links"]');
    for (const [index, label] of ['The seed list', 'Opening hours'].entries()) {
      await links.getByRole('button', { name: 'Add a link' }).click();
      await links.getByRole('textbox', { name: 'Text of the link' }).nth(index).fill(label);
      await links.getByRole('textbox', { name: 'Address' }).nth(index).fill('/garden');
    }
    await links.getByRole('button', { name: 'The seed list', exact: true }).click();
    await links.scrollIntoViewIfNeeded();
    await take(page, 'form-repeater');
  });

  await visit('admin', '/acme/blog/authors/update/1', async (page) => {
    const bio = page.locator('[data-field="bio"]');
    await bio.getByRole('textbox').click();
    await bio.scrollIntoViewIfNeeded();
    await take(page, 'form-rich-text');
  });
}
