import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, moveTo } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POST = '/acme/blog/posts/3';
const FORM = '/acme/blog/posts/update/3';

/** The choices on the tabs "Publishing" and "Placement", located as a user would find them. */
const choices = (page: Page) => ({
  review: page.getByRole('radio', { name: 'In review' }),
  draft: page.getByRole('radio', { name: 'Draft' }),
  article: page.getByRole('radio', { name: 'article' }),
  video: page.getByRole('radio', { name: 'video' }),
  layout: page.getByRole('combobox', { name: 'Layout' }),
  category: page.getByRole('combobox', { name: 'Category' }),
  channel: (name: string) => page.getByRole('checkbox', { name }),
  option: (name: string) => page.getByRole('option', { name, exact: true }),
  save: page.getByRole('button', { name: 'Save', exact: true }),
  saved: page.getByRole('status').getByText(/\bsaved/i),
});

describe('choice fields (AD-83, AD-201, AD-211)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => {
    site.sql(`update blog_posts set status = 'draft', format = 'article', layout = null, channels = '["web"]',
      category_id = (select id from blog_categories where visible = 1 order by id limit 1) where id = 3`);
  });

  async function stored(): Promise<Record<string, unknown>> {
    const api = await site.api('admin@example.test');
    const { data }: { readonly data: Record<string, unknown> } = await api.get(POST);
    return data;
  }

  detail('works by mouse', () =>
    site.visit({ as: 'admin', path: `${FORM}?tab=publishing` }, async ({ page }) => {
      const { review, video, layout, option, channel, save, saved } = choices(page);
      await review.click();
      await video.click();
      await page.getByText('Layout', { exact: true }).waitFor();
      await page.locator('[data-field="layout"]').getByRole('button', { name: 'Show choices' }).click();
      await option('Cinema').click();
      await channel('Newsletter').click();
      await channel('Website').click();
      await save.click();
      await saved.first().waitFor();
      expect(await layout.inputValue()).to.equal('Cinema');
      expect(await stored()).to.include({ status: 'review', format: 'video', layout: 'cinema' });
      expect((await stored()).channels).to.deep.equal(['mail']);
    }),
  );

  detail('leaves the focus to a user who moves on at once, faster than a frame', () =>
    site.visit({ as: 'admin', path: `${FORM}?tab=publishing` }, async ({ page }) => {
      const first = (field: string) => `document.querySelector('[data-field="${field}"] input')`;
      await choices(page).layout.waitFor();
      await page.evaluate(`${first('layout')}.focus(); ${first('channels')}.focus()`);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await expectFocus(choices(page).channel('Website'));
    }),
  );

  it('works by keyboard alone: arrows in groups, Space on boxes, typing and arrows in the combo box', () =>
    site.visit({ as: 'admin', path: `${FORM}?tab=publishing` }, async ({ page }) => {
      const { draft, article, video, layout, channel, option, saved } = choices(page);
      await moveTo(draft);
      await page.keyboard.press('ArrowRight');
      await moveTo(article);
      await page.keyboard.press('ArrowDown');
      await expectFocus(video);
      await moveTo(layout);
      await page.keyboard.type('cin');
      await option('Cinema').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await moveTo(channel('Feed'));
      await page.keyboard.press('Space');
      await page.keyboard.press('Control+s');
      await saved.first().waitFor();
      expect(await stored()).to.include({ status: 'review', format: 'video', layout: 'cinema' });
      expect((await stored()).channels).to.deep.equal(['web', 'feed']);
    }));

  detail("shows the meaning of the application's choices in the list and beside the chosen one (AD-466)", () =>
    site.visit({ as: 'admin', path: `${FORM}?tab=publishing` }, async ({ page }) => {
      const { layout, option } = choices(page);
      await page.locator('[data-field="layout"]').getByRole('button', { name: 'Show choices' }).click();
      await option('Two columns').locator('.tone-icon--success').waitFor();
      expect(await option('Wide').locator('.tone-icon').count()).to.equal(0);
      await option('Two columns').click();
      expect(await layout.inputValue()).to.equal('Two columns');
      const beside = page.locator('[data-field="layout"] .option-combo-box__tone .tone-icon--success');
      await beside.waitFor();
      await expectAccessible(page);
      await page.locator('[data-field="layout"]').getByRole('button', { name: 'Clear' }).click();
      await beside.waitFor({ state: 'detached' });
      expect(await layout.inputValue()).to.equal('');
    }),
  );

  detail(
    'reports a choice that is no longer available after a change of the field that it depends on (dependsOn)',
    () =>
      site.visit({ as: 'admin', path: `${FORM}?tab=publishing` }, async ({ page }) => {
        const { article, video, layout, option } = choices(page);
        await video.click();
        await layout.fill('cinema');
        await option('Cinema').click();
        await article.click();
        await eventually(async () => expect(await layout.inputValue()).to.equal(''));
        await layout.press('ArrowDown');
        await option('Two columns').waitFor();
        expect(await option('Cinema').count()).to.equal(0);
      }),
  );

  it('searches for a related record on the server and discards text that was typed but not chosen', () =>
    site.visit({ as: 'admin', path: `${FORM}?tab=placing` }, async ({ page }) => {
      const { category, option } = choices(page);
      await category.waitFor();
      const before = await category.inputValue();
      expect(before).not.to.equal('');
      await moveTo(category);
      // A slow machine types slowly enough for a request per letter.
      const asked = page.waitForRequest((request) => /category\/options\?.*search=Music\b/.test(request.url()));
      await page.keyboard.type('Music');
      await asked;
      await option('Music').waitFor();
      await page.keyboard.press('Escape');
      await option('Music').waitFor({ state: 'hidden' });
      expect(await category.inputValue()).to.equal(before);
    }));

  detail(
    'says without a network, in the words of the page, that choices cannot be loaded, and tries again (AD-447)',
    () =>
      site.visit(
        { as: 'admin', path: `${FORM}?tab=placing`, locale: 'de-DE', failuresExpected: true },
        async ({ page, context }) => {
          const category = page.getByRole('combobox', { name: 'Kategorie' });
          await category.waitFor();
          await context.setOffline(true);
          await category.fill('Mus');
          await page.getByRole('status').getByText('Der Server ist nicht erreichbar.').waitFor();
          expect(await page.getByText('Failed to fetch').count()).to.equal(0);
          await context.setOffline(false);
          await page.getByRole('option', { name: 'Music' }).waitFor();
        },
      ),
  );

  detail('clears an optional choice when the user deletes its text', () =>
    site.visit({ as: 'admin', path: `${FORM}?tab=placing` }, async ({ page }) => {
      const { category, saved } = choices(page);
      await moveTo(category);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+s');
      await saved.first().waitFor();
      expect((await stored()).category).to.equal(null);
      expect(await category.inputValue()).to.equal('');
    }),
  );

  detail('adds and removes several related records by keyboard on a create form', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/create?tab=placing' }, async ({ page }) => {
      const tags = page.getByRole('combobox', { name: 'Tags' });
      const tag = (name: string) => page.getByRole('row', { name });
      for (const name of ['autumn', 'bread', 'design']) {
        await moveTo(tags);
        await page.keyboard.type(name);
        await page.getByRole('option', { name, exact: true }).waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Escape');
        await tag(name).waitFor();
      }
      await page.keyboard.press('Backspace');
      await tag('design').waitFor({ state: 'hidden' });
      await moveTo(tag('bread'), 'Shift+Tab');
      await moveTo(tag('autumn'), 'ArrowLeft');
      await page.keyboard.press('Delete');
      await tag('autumn').waitFor({ state: 'hidden' });
      await expectFocus(tag('bread'));
      await expectAccessible(page);
    }),
  );

  detail('keeps a list on its side of the control while the user types, however few choices are left (AD-560)', () =>
    site.visit({ as: 'admin', path: `${FORM}?tab=placing` }, async ({ page, idle }) => {
      const { category } = choices(page);
      await category.waitFor();
      await idle();
      const { y, height } = (await category.boundingBox()) ?? { y: 0, height: 0 };
      // Room for a few choices below, but not for a long list.
      await page.setViewportSize({ width: 1280, height: Math.round(y + height + 180) });
      await category.fill('e');
      const list = page.locator('.choices');
      await page.getByRole('option').first().waitFor();
      await idle();
      expect(await list.getAttribute('data-placement')).to.equal('top');
      await category.fill('no such category');
      await list.getByText('No results found.').waitFor();
      await idle();
      expect(await list.getAttribute('data-placement')).to.equal('top');
      const box = (await list.boundingBox()) ?? { y: 0, height: 0 };
      const now = (await category.boundingBox()) ?? { y: 0, height: 0 };
      expect(box.y + box.height).to.be.closeTo(now.y - 4, 2);
    }),
  );

  it('shows hostile labels as text', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      const name = '<img src=x onerror="document.title=1">';
      site.sql(
        `update blog_categories set name = '${name}' where id = (select category_id from blog_posts where id = 3)`,
      );
      await open(`${FORM}?tab=placing`);
      const { category, option } = choices(page);
      await category.waitFor();
      expect(await category.inputValue()).to.equal(name);
      await category.press('ArrowDown');
      await option(name).waitFor();
      expect(await page.locator('img[src="x"]').count()).to.equal(0);
    }));

  detail('gives each field its accessible name and has no accessibility violations', () =>
    site.visit({ as: 'admin', path: `${FORM}?tab=publishing` }, async ({ page }) => {
      await page.getByRole('radiogroup', { name: 'Status' }).waitFor();
      await page.getByRole('radiogroup', { name: 'Format' }).waitFor();
      await page.getByRole('group', { name: 'Channels' }).waitFor();
      await expectAccessible(page);
    }),
  );
});
