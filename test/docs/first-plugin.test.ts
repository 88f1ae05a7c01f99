import { expect } from 'chai';
import { ApiClient } from '../support/admin/client.js';
import { startBrowser } from '../support/browser.js';
import type { Child } from '../support/child.js';
import { FollowedPage } from './followed-page.js';

const PASSWORD = 'demo-password';
const SECRET = { GATEHOUSE_ADMIN__JWT__SECRET: 'a'.repeat(32) };
const LIST = 'plugins/acme/library/controllers/books/config_list.yaml';

interface Answer {
  readonly data: unknown;
}

describe('docs/admin/first-plugin.md, followed in an empty folder', function () {
  this.timeout(300_000);
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

  it('in a browser: sign in, open a book from the list, lend it', async () => {
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
      const colours = (selector: string): Promise<string> =>
        tab.evaluate<string>(
          `(({ color, backgroundColor }) => color + backgroundColor)(getComputedStyle(document.querySelector('${selector}')))`,
        );
      expect(await colours('.select__button')).to.equal(await colours('[name=title]'));
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
});
