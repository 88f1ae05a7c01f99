import { expect } from 'chai';
import { ApiClient } from '../support/admin/client.js';
import { startBrowser } from '../support/browser.js';
import type { Child } from '../support/child.js';
import { detail } from '../support/every-test.js';
import { FollowedPage } from './followed-page.js';

const PASSWORD = 'demo-password';
const SECRET = { GATEHOUSE_ADMIN__JWT__SECRET: 'a'.repeat(32) };
const LIST = 'plugins/acme/library/controllers/books/config_list.yaml';

interface Answer {
  readonly data: unknown;
}

interface Refusal {
  readonly error: { readonly fields: unknown };
}

describe('docs/admin/first-plugin.md, followed in an empty folder', () => {
  let page: FollowedPage;
  let host: Child;
  let daemon: Child;
  before(async () => {
    page = await FollowedPage.follow('docs/admin/first-plugin.md');
    host = await page.startApplication('host.js', 'The host listens.');
    await page.command(['check'], SECRET);
    const [, create = ''] = /^npx gatehouse (admin:create .*?) #/m.exec(page.markdown) ?? [];
    await page.command([...create.split(' '), '--password', PASSWORD], SECRET);
    daemon = await page.startDaemon(SECRET);
  });
  after(async () => {
    expect(await daemon.end()).to.deep.equal({ code: 0, signal: null });
    expect(await host.end()).to.deep.equal({ code: 0, signal: null });
  });

  it('the commands list, create, lend, return and set', async () => {
    const answers = (await page.shell(page.commands('try'), { PASSWORD })).trim().split('\n');
    const [listed, created, lent, returned, settings] = answers.map((line) => (JSON.parse(line) as Answer).data);
    expect(listed).to.have.lengthOf(1);
    expect((listed as unknown[])[0]).to.include({ title: 'The Left Hand of Darkness', status: 'shelf' });
    expect(created).to.include({ id: '3', title: 'Orlando' });
    expect(lent).to.include({ status: 'lent', lent_to: 'Grace' });
    expect(lent)
      .to.have.property('due')
      .that.matches(/^\d{4}-\d\d-\d\d$/);
    expect(returned).to.include({ message: 'Returned: 1' });
    expect(settings).to.include({ loan_days: 14 });
  });

  it('the partial, the menu, the settings page and the loan period from the settings are visible', async () => {
    const api = new ApiClient(`http://127.0.0.1:${page.port('8081')}/backend/api/v1`);
    const { data } = await api.post('/auth/login', { login: 'ada@example.test', password: PASSWORD });
    const ada = api.with({ authorization: `Bearer ${data.token}` });
    expect(JSON.stringify((await ada.get('/acme/library/books/partials/counts')).data)).to.contain('On the shelf');
    expect((await ada.get('/navigation')).data).to.have.nested.property('[0].path', '/acme/library/books');
    expect((await ada.get('/settings/acme-library/schema')).status).to.equal(200);

    await ada.put('/settings/acme-library', { loan_days: 7 });
    const { data: before } = await ada.get('/acme/library/books/2');
    const lent = await ada.put('/acme/library/books/2', {
      status: 'lent',
      lent_to: 'Linus',
      _version: before._version,
    });
    const days = (Date.parse(lent.data.due as string) - Date.now()) / 86_400_000;
    expect(days).to.be.within(5.9, 7);
  });

  detail('in a browser: sign in, open a book from the list, lend it', async () => {
    const browser = await startBrowser();
    try {
      const tab = await browser.newPage();
      await tab.goto(`http://127.0.0.1:${page.port('8081')}/backend`);
      await tab.locator('[autocomplete=username]').fill('ada@example.test');
      await tab.locator('[autocomplete=current-password]').fill(PASSWORD);
      await tab.keyboard.press('Enter');
      await tab.getByRole('link', { name: 'Books' }).click();
      await tab.getByText('Middlemarch').click();
      await tab.getByLabel('Status').click();
      await tab.getByRole('option', { name: 'Lent' }).click();
      await tab.getByLabel('Lent to').fill('Grace');
      const saved = tab.waitForResponse((response) => response.request().method() === 'PUT');
      await tab.getByRole('button', { name: 'Save', exact: true }).click();
      expect((await saved).status()).to.equal(200);
      // An enabled choice must not look disabled.
      const colors = (selector: string): Promise<string> =>
        tab.evaluate<string>(
          `(({ color, backgroundColor }) => color + backgroundColor)(getComputedStyle(document.querySelector('${selector}')))`,
        );
      expect(await colors('.select__button')).to.equal(await colors('[name=title]'));
    } finally {
      await browser.close();
    }
  });

  it('check reports the error that the page suggests making', async () => {
    const list = page.read(LIST);
    page.write(LIST, list.replace('author:', 'athor:'));
    const refused = await page.command(['check'], SECRET).then(String, String);
    page.write(LIST, list);
    expect(refused).to.contain('config_list.yaml:6').and.to.contain('athor').and.to.contain('author');
  });

  describe('and docs/admin/relations-and-languages.md after it', () => {
    let checked: string;
    before(async () => {
      await daemon.end();
      await host.end();
      const { markdown } = page;
      await page.continueWith('docs/admin/relations-and-languages.md');
      const { markdown: second } = page;
      // The commands that start both processes are on the first page.
      page.markdown = markdown;
      host = await page.startApplication('host.js', 'The host listens.');
      checked = await page.command(['check'], SECRET);
      daemon = await page.startDaemon(SECRET);
      page.markdown = second;
    });

    it('check accepts the files, and only names the phrases that have no other language', () => {
      expect(checked).not.to.match(/missing|lacks/i);
    });

    it('the commands create, tag, link, filter and are refused in German', async () => {
      const answers = (await page.shell(page.commands('try'), { PASSWORD })).trim().split('\n');
      const [created, tagged, linked, filtered, refused] = answers.map((line) => JSON.parse(line) as Answer & Refusal);
      expect(created?.data).to.include({ id: '3', name: 'Letters' });
      expect(tagged?.data).to.deep.include({ subjects: ['1', '3'] });
      expect(linked?.data).to.deep.equal({ count: 1 });
      expect(filtered?.data).to.have.lengthOf(1);
      expect(refused?.error.fields).to.deep.equal({ name: ['Das gibt es schon.'] });
    });

    it('the menu, the list and the action speak the language of the reader', async () => {
      const api = new ApiClient(`http://127.0.0.1:${page.port('8081')}/backend/api/v1`);
      const { data } = await api.post('/auth/login', { login: 'ada@example.test', password: PASSWORD });
      const german = api.with({ authorization: `Bearer ${data.token}`, 'accept-language': 'de' });
      const navigation = JSON.stringify((await german.get('/navigation')).data);
      expect(navigation).to.contain('Bibliothek').and.to.contain('Bücher').and.to.contain('Themen');
      const returned = await german.post('/acme/library/books/toolbar/return_all', {});
      expect(returned.data.message ?? returned.body).to.match(/Zurückgegeben/);
    });

    detail('in a browser: a subject shows its books, and takes another one', async () => {
      const browser = await startBrowser();
      try {
        const tab = await browser.newPage({ locale: 'en-GB' });
        await tab.goto(`http://127.0.0.1:${page.port('8081')}/backend/acme/library/subjects/update/2`);
        await tab.locator('[autocomplete=username]').fill('ada@example.test');
        await tab.locator('[autocomplete=current-password]').fill(PASSWORD);
        await tab.keyboard.press('Enter');
        await tab.getByRole('button', { name: 'Add', exact: true }).click();
        const books = tab.getByRole('dialog');
        await books.getByRole('checkbox', { name: /Middlemarch/ }).click({ force: true });
        await books.getByRole('button', { name: 'Add selected' }).click();
        await tab.getByText('1 link added.').waitFor();
        await tab.getByRole('cell', { name: 'Middlemarch', exact: true }).waitFor();
      } finally {
        await browser.close();
      }
    });
  });
});
