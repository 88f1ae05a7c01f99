import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE, WITH_MOTION } from './support/visit.js';

const DRAFTS = `Object.keys(localStorage).filter((key) => key.includes('draft'))`;
const FORM = '/acme/blog/posts/update/61?tab=placing';

describe('related records in a side panel (AD-266)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const parts = (page: Page) => {
    const panel = page.getByRole('dialog', { name: 'Related record' });
    return {
      panel,
      name: panel.getByRole('textbox', { name: 'Name', exact: true }),
      author: page.getByRole('combobox', { name: 'Author' }),
      open: page.getByRole('button', { name: 'Open: Author' }),
      create: page.getByRole('button', { name: 'New: Author' }),
      title: page.getByRole('textbox', { name: 'Title', exact: true }),
      manager: page.getByRole('region', { name: 'Tags' }),
      question: page.getByRole('alertdialog', { name: 'Leave without saving?' }),
    };
  };
  const authorOf = (id: number) =>
    site.sql(
      `select name from blog_posts join blog_authors on author_id = blog_authors.id where blog_posts.id = ${id}`,
    );

  detail('closes at once after its preview was open, and by Back too: the panel has one entry in the history', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, place }) => {
      const { panel, open } = parts(page);
      for (const close of [() => panel.getByRole('button', { name: 'Close' }).click(), () => page.goBack()]) {
        await open.click();
        await panel.getByRole('link', { name: 'Preview' }).click();
        await panel.getByRole('link', { name: 'Edit' }).waitFor();
        await close();
        await panel.waitFor({ state: 'detached' });
        expect(place()).to.equal(FORM);
      }
    }),
  );

  detail('closes after a reload without another entry in the history, and after Back and Forward', () =>
    site.visit({ as: 'admin', path: FORM }, async ({ page, place }) => {
      const { panel, open } = parts(page);
      const length = () => page.evaluate<number>('history.state.index');
      const before = await length();
      await open.click();
      await panel.getByRole('link', { name: 'Preview' }).click();
      await panel.getByRole('link', { name: 'Edit' }).waitFor();
      await page.reload();
      await panel.getByRole('button', { name: 'Close', exact: true }).click();
      await panel.waitFor({ state: 'detached' });
      expect([place(), await length()]).to.deep.equal([FORM, before]);
      await page.goForward();
      await panel.getByRole('button', { name: 'Close', exact: true }).click();
      await panel.waitFor({ state: 'detached' });
      expect([place(), await length()]).to.deep.equal([FORM, before]);
    }),
  );

  it('opens and saves the chosen record, by keyboard alone, and keeps what is typed below', () =>
    site.visit({ ...WITH_MOTION, as: 'admin', path: FORM }, async ({ page, place }) => {
      const { panel, name, author, open, title } = parts(page);
      await title.fill('Typed below');
      await pressOn(open);
      await name.waitFor();
      expect(place()).to.contain('panel=%2Facme%2Fblog%2Fauthors%2Fupdate%2F');
      expect(await page.title(), 'of the screen below').to.match(/^(?!Typed).* · Edit post · Admin$/);
      await expectAccessible(page);
      await moveTo(name);
      await name.fill('<b>Renamed</b>');
      await page.keyboard.press('Enter');
      await panel.getByRole('heading', { name: '<b>Renamed</b>' }).waitFor();
      await page.keyboard.press('Control+Enter');
      await panel.waitFor({ state: 'detached' });
      await expectFocus(open);
      expect(authorOf(61)).to.deep.equal([{ name: '<b>Renamed</b>' }]);
      await eventually(async () => expect(await author.inputValue()).to.equal('<b>Renamed</b>'));
      expect(await title.inputValue()).to.equal('Typed below');
      await page.getByText('Unsaved changes').waitFor();
      expect(place()).not.to.contain('panel');
    }));

  detail('creates a record and chooses it', () =>
    site.visit({ ...WITH_MOTION, as: 'admin', path: FORM }, async ({ page }) => {
      const { panel, name, author, create } = parts(page);
      await create.click();
      await expectFocus(name);
      await page.keyboard.press('Control+s');
      await panel.getByText('This is required.').first().waitFor();
      await name.fill('Nora New');
      await panel.getByRole('textbox', { name: 'Email' }).fill('nora@example.test');
      await page.keyboard.press('Control+s');
      await panel.waitFor({ state: 'detached' });
      await eventually(async () => expect(await author.inputValue()).to.equal('Nora New'));
      await page.keyboard.press('Control+s');
      await page.getByText('The post has been saved.').waitFor();
      expect(authorOf(61)).to.deep.equal([{ name: 'Nora New' }]);
    }),
  );

  it('asks about unsaved text on Escape, Back and the button, and keeps it over a reload', () =>
    site.visit({ ...WITH_MOTION, as: 'admin', path: FORM }, async ({ page, place }) => {
      const { panel, name, open, question, title } = parts(page);
      await open.click();
      await name.fill('Not saved');
      await page.keyboard.press('Escape');
      await question.waitFor();
      await expectAccessible(page);
      await question.getByRole('button', { name: 'Stay on this page' }).click();
      expect(await name.inputValue()).to.equal('Not saved');
      await page.goBack();
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      expect(place()).to.contain('panel=');
      await eventually(async () => expect(await page.evaluate(DRAFTS)).to.have.length(1));
      page.once('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await panel.getByRole('button', { name: 'Restore' }).click();
      expect(await name.inputValue()).to.equal('Not saved');
      await panel.getByRole('button', { name: 'Close', exact: true }).click();
      await question.getByRole('button', { name: 'Leave without saving' }).click();
      await panel.waitFor({ state: 'detached' });
      expect(place()).to.equal(FORM);
      await title.waitFor();
      await eventually(async () => expect(await page.evaluate(DRAFTS)).to.deep.equal([]));
    }));

  detail('asks for both forms when one leaves the page, the panel first', () =>
    site.visit({ ...WITH_MOTION, as: 'admin', path: '/acme/blog/posts?sort=title' }, async ({ page, place }) => {
      await page.getByRole('row').getByRole('link').first().click();
      const { name, author, open, question, title, panel } = parts(page);
      const record = await title.inputValue();
      await title.fill('Below');
      await page.getByRole('tab', { name: 'Placement' }).click();
      const writer = await author.inputValue();
      await open.click();
      await name.fill('Above');
      await page.evaluate('history.go(-2)');
      await question.getByText(`changes to “${writer}”`).waitFor();
      await question.getByRole('button', { name: 'Leave without saving' }).click();
      await question.getByText(`changes to “${record}”`).waitFor();
      // The first question may still be fading out.
      await question.filter({ hasText: record }).getByRole('button', { name: 'Stay on this page' }).click();
      await question.waitFor({ state: 'detached' });
      expect([await title.inputValue(), await name.inputValue(), await panel.count()]).to.deep.equal([
        'Below',
        'Above',
        1,
      ]);
      await page.evaluate('history.go(-2)');
      const [above, below] = [question.filter({ hasText: writer }), question.filter({ hasText: record })];
      await above.getByRole('button', { name: 'Leave without saving' }).click();
      await below.getByRole('button', { name: 'Leave without saving' }).click();
      await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
      expect(place()).to.equal('/acme/blog/posts?sort=title');
      await eventually(async () => expect(await page.evaluate(DRAFTS)).to.deep.equal([]));
    }),
  );

  detail('opens linked records of a relation manager, and links a created one', () =>
    site.visit({ ...WITH_MOTION, as: 'admin', path: FORM }, async ({ page }) => {
      const { panel, name, manager } = parts(page);
      const link = manager.getByRole('row').getByRole('link').first();
      const linked = await link.innerText();
      await pressOn(link);
      await name.waitFor();
      expect(await name.inputValue()).to.equal(linked);
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      await expectFocus(link);
      await pressOn(manager.getByRole('button', { name: 'New: Tags' }));
      await expectFocus(name);
      await page.keyboard.type('from the panel');
      await page.keyboard.press('Enter');
      await panel.waitFor({ state: 'detached' });
      await manager.getByRole('link', { name: 'from the panel' }).waitFor();
      const links = site.sql(
        "select post_id from blog_post_tag join blog_tags on tag_id = blog_tags.id where name = 'from the panel'",
      );
      expect(links).to.deep.equal([{ post_id: 61 }]);
    }),
  );

  detail('opens no second panel: a record related to it opens in a tab of its own', () =>
    site.visit(
      { ...WITH_MOTION, as: 'admin', path: '/acme/blog/posts/update/5?tab=comments' },
      async ({ page, context }) => {
        const comments = page.getByRole('region', { name: 'Comments' });
        await comments.getByRole('row').getByRole('link').first().click();
        const { panel } = parts(page);
        await panel.getByRole('combobox', { name: 'Post' }).waitFor();
        expect(await panel.getByRole('button', { name: /^New: / }).count()).to.equal(0);
        const tab = context.waitForEvent('page');
        await panel.getByRole('button', { name: 'Open in a new tab: Post' }).click();
        await (await tab).getByRole('form', { name: /Edit post$/ }).waitFor();
        await (await tab).close();
      },
    ),
  );

  detail('offers only what the administrator may do with the related controller, and the server refuses the rest', () =>
    site.visit({ ...WITH_MOTION, as: 'editor', path: FORM }, async ({ page, open: visit, place }) => {
      const { author, open, create, panel } = parts(page);
      await page.getByRole('tab', { name: 'Placement' }).waitFor();
      await page.getByRole('combobox', { name: 'Category' }).or(author).first().waitFor();
      expect([await open.count(), await create.count()]).to.deep.equal([0, 0]);
      const api = await site.api('editor@example.test');
      const schema = await api.get('/acme/blog/posts/schema/form');
      expect(schema.body).not.to.contain('acme.blog.authors');
      await visit(`${FORM}&panel=${encodeURIComponent('/acme/blog/authors/update/1')}&panel_for=author`);
      await panel.getByText('You don’t have permission to do this.').waitFor();
      expect(place()).to.contain('panel=');
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
    }),
  );

  detail('saves an outdated record only after showing the other version', () =>
    site.visit({ ...WITH_MOTION, as: 'admin', path: FORM }, async ({ page }) => {
      const { open, name, panel } = parts(page);
      await open.click();
      await name.waitFor();
      const api = await site.api('admin@example.test');
      const [{ author_id: id } = {}] = site.sql('select author_id from blog_posts where id = 61');
      expect((await api.put(`/acme/blog/authors/${String(id)}`, { bio: 'Theirs' })).status).to.equal(200);
      await name.fill('Nora Mine');
      await page.keyboard.press('Control+s');
      const conflict = page.getByRole('alertdialog', { name: /“Nora New” has been changed/ });
      await conflict.getByRole('button', { name: 'Keep both and save' }).press('Enter');
      await panel.getByRole('heading', { name: 'Nora Mine' }).waitFor();
      expect(site.sql(`select name, bio from blog_authors where id = ${String(id)}`)).to.deep.equal([
        { name: 'Nora Mine', bio: 'Theirs' },
      ]);
    }),
  );

  detail('fills a phone', () =>
    site.visit({ ...WITH_MOTION, as: 'admin', path: FORM, viewport: PHONE }, async ({ page }) => {
      const { open, name } = parts(page);
      await open.click();
      await name.waitFor();
      await expectAccessible(page);
    }),
  );
});
