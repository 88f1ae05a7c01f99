import { LOGINS } from './administrators.js';
import { chooseFile } from './choose-file.js';
import type { Visit } from './visit.js';

/** A screen or a state of one. The tests check each with axe, and `make screenshots` takes a picture of it. */
export interface Screen {
  /** Name of the picture. */
  readonly name: string;
  /** Undefined: not signed in. */
  readonly as?: keyof typeof LOGINS;
  readonly path: string;
  /** Brings about the state once the screen has loaded. */
  readonly arrange?: (visit: Visit) => Promise<void>;
  /** Leaves unsaved text, an open question or no session behind: its page serves no other screen. */
  readonly isLast?: true;
  /**
   * The test that brings this state about anyway, and checks it with axe, in `make test`. Here it is checked, on a phone too, in
   * `make every-test`.
   */
  readonly checkedIn?: string;
  /** The axe best-practice rules to skip. The reason is given in the list. */
  readonly except?: readonly string[];
}

const press =
  (name: string | RegExp, role: 'button' | 'tab' | 'menuitem' = 'button') =>
  async ({ page }: Visit): Promise<void> => {
    await page.getByRole(role, { name }).first().click();
  };

async function importFile({ page }: Visit, text: string, result: string): Promise<void> {
  await page.getByRole('button', { name: 'Import' }).click();
  await chooseFile(page, { name: 'posts.csv', text }, page.getByRole('button', { name: 'Choose file' }));
  await page.getByText(result).waitFor();
}

/** No screen has this path. */
export const NOWHERE = '/no/such';

/**
 * The list of posts with two of its rows, for what opens over a list: browser and axe take as much time for 25 rows as for the rest
 * of the screen.
 */
const TWO_POSTS = '/acme/blog/posts?search=small%20station&filter[status][]=draft';

/** So that a search of the list finds something: a list without rows is another screen. */
const withRows = ({ page }: Visit): Promise<void> => page.locator('tbody tr[data-id]').first().waitFor();

/** Every screen. Add each new screen of the application here. */
export const SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/' },
  {
    name: 'sign-in-refused',
    checkedIn: 'sign-in.test.ts',
    path: '/',
    async arrange({ page }) {
      await page.getByLabel('Login or email').fill(LOGINS.admin);
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'list-of-an-editor', as: 'editor', path: TWO_POSTS, arrange: withRows },
  { name: 'forbidden', as: 'editor', path: '/acme/blog/authors' },
  { name: 'list', as: 'admin', path: '/acme/blog/posts' },
  {
    name: 'list-searched',
    as: 'admin',
    path: '/acme/blog/posts?search=letters%20small%20station&sort=title',
    arrange: withRows,
  },
  { name: 'list-nothing-found', as: 'admin', path: '/acme/blog/posts?search=xyzzyxyzzy' },
  { name: 'list-short', as: 'admin', path: '/acme/blog/tags' },
  {
    name: 'list-selected',
    checkedIn: 'list-toolbar.test.ts',
    as: 'admin',
    path: '/acme/blog/posts',
    arrange: async ({ page }) => page.getByRole('checkbox', { name: /^Select all/ }).check(),
  },
  {
    name: 'list-delete',
    checkedIn: 'list-toolbar.test.ts',
    as: 'admin',
    path: '/acme/blog/tags',
    async arrange(visit) {
      await visit.page.getByRole('checkbox', { name: /^Select all/ }).check();
      await press('Delete selected')(visit);
      await visit.page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'list-import',
    as: 'admin',
    path: TWO_POSTS,
    async arrange(visit) {
      await press('Import')(visit);
      await visit.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'list-import-checked',
    checkedIn: 'list-import.test.ts',
    isLast: true,
    as: 'admin',
    path: TWO_POSTS,
    arrange: (visit) =>
      importFile(visit, 'title,slug,author,status\nHello,hello-import,Ada Abbott,Draft\n', 'no problems'),
  },
  {
    name: 'list-import-problems',
    checkedIn: 'list-import.test.ts',
    isLast: true,
    as: 'admin',
    path: TWO_POSTS,
    arrange: (visit) =>
      importFile(
        visit,
        'Title;Slug;Author;Status;Published;Featured;Reading time;Remarks\n' +
          'A post;a-post;Ada Abbott;Draft;2026-12-31 12:00;Yes;4;keep\n' +
          ';b-post;Nobody;Lost;31.31.2026;perhaps;many;\n'.repeat(12),
        'Nothing has been imported.',
      ),
  },
  {
    name: 'list-columns',
    checkedIn: 'list-columns.test.ts',
    as: 'admin',
    path: TWO_POSTS,
    arrange: press('Columns'),
  },
  { name: 'list-views', checkedIn: 'list-views.test.ts', as: 'admin', path: TWO_POSTS, arrange: press('Views') },
  { name: 'list-filters', as: 'admin', path: TWO_POSTS, arrange: press('Add filter') },
  {
    name: 'list-filter',
    as: 'admin',
    path: TWO_POSTS,
    arrange: press('Status: Draft'),
  },
  { name: 'list-page-size', as: 'admin', path: '/acme/blog/tags', arrange: press('Records per page') },
  {
    name: 'list-bulk',
    checkedIn: 'list-bulk.test.ts',
    as: 'admin',
    path: '/acme/blog/comments',
    async arrange(visit) {
      await visit.page.getByRole('checkbox', { name: /^Select all/ }).check();
      await visit.page.getByRole('button', { name: 'Approve', exact: true }).click();
      await visit.page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'palette',
    checkedIn: 'palette.test.ts',
    as: 'admin',
    path: '/acme/blog/tags',
    async arrange({ page }) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('gar');
      await page.getByRole('group', { name: 'Posts' }).waitFor();
    },
  },
  {
    name: 'shortcuts',
    checkedIn: 'shortcuts.test.ts',
    as: 'admin',
    path: '/acme/blog/tags',
    async arrange({ page }) {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'account-menu',
    checkedIn: 'shell.test.ts',
    as: 'admin',
    path: '/acme/blog/tags',
    arrange: press('Ada Abbott'),
  },
  { name: 'form-create', as: 'admin', path: '/acme/blog/posts/create' },
  { name: 'form-update', as: 'admin', path: '/acme/blog/posts/update/1' },
  { name: 'form-placing', as: 'admin', path: '/acme/blog/posts/update/1', arrange: press('Placement', 'tab') },
  { name: 'form-comments', as: 'admin', path: '/acme/blog/posts/update/1', arrange: press('Comments', 'tab') },
  { name: 'form-publishing', as: 'admin', path: '/acme/blog/posts/update/1', arrange: press('Publishing', 'tab') },
  {
    name: 'form-extras',
    checkedIn: 'fields-nested.test.ts',
    isLast: true,
    as: 'admin',
    path: '/acme/blog/posts/update/1',
    async arrange(visit) {
      await press('Extras', 'tab')(visit);
      await press('Add a link')(visit);
    },
  },
  {
    name: 'form-panel',
    checkedIn: 'side-panel.test.ts',
    isLast: true,
    as: 'admin',
    path: '/acme/blog/posts/update/1',
    async arrange(visit) {
      await press('Placement', 'tab')(visit);
      await press('Open: Author')(visit);
      await visit.page.getByRole('dialog', { name: 'Related record' }).getByRole('textbox').first().waitFor();
    },
  },
  {
    name: 'form-code-search',
    isLast: true,
    as: 'admin',
    path: '/acme/blog/posts/update/4',
    async arrange({ page }) {
      const code = page.locator('[data-field="head_code"]');
      await code.getByRole('textbox', { name: 'Code for the page head' }).fill('<meta name="a"><meta name="b">');
      await code.getByRole('button', { name: 'Find', exact: true }).click();
      await code.getByRole('textbox', { name: 'Find in the code' }).fill('meta');
      await code.getByText('1 of 2').waitFor();
    },
  },
  { name: 'form-preview', as: 'admin', path: '/acme/blog/posts/preview/1' },
  {
    name: 'form-refused',
    checkedIn: 'form-errors.test.ts',
    isLast: true,
    as: 'admin',
    path: '/acme/blog/posts/create',
    async arrange(visit) {
      await press('Create')(visit);
      await visit.page.getByText('This is required.').first().waitFor();
    },
  },
  {
    name: 'form-unsaved',
    checkedIn: 'form-guard.test.ts',
    isLast: true,
    as: 'admin',
    path: '/acme/blog/tags/create',
    async arrange({ page }) {
      await page.getByRole('textbox', { name: 'Name' }).fill('Not saved');
      await page.keyboard.press('Control+Home');
      await page.evaluate("document.querySelector('.top-bar__name').click()");
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'my-account', as: 'admin', path: '/account' },
  {
    name: 'my-account-choices',
    checkedIn: 'selects.test.ts',
    as: 'admin',
    path: '/account',
    async arrange({ page }) {
      await page.getByLabel('Theme').click();
      await page.getByRole('listbox').waitFor();
    },
  },
  { name: 'administrators', as: 'admin', path: '/gatehouse/backend/administrators' },
  { name: 'administrator-create', as: 'admin', path: '/gatehouse/backend/administrators/create' },
  { name: 'roles', as: 'admin', path: '/gatehouse/backend/roles' },
  { name: 'role-create', as: 'admin', path: '/gatehouse/backend/roles/create' },
  { name: 'settings', as: 'admin', path: '/settings' },
  { name: 'settings-form', as: 'admin', path: '/settings/acme-blog' },
  { name: 'nothing-here', as: 'admin', path: NOWHERE },
  {
    name: 'session-ended',
    checkedIn: 'session.test.ts',
    isLast: true,
    as: 'admin',
    path: '/acme/blog/tags',
    async arrange({ page, context, go }) {
      await context.clearCookies();
      await page
        .getByRole('link', { name: 'Posts' })
        .or(page.getByRole('link', { name: 'New' }))
        .first()
        .waitFor();
      await go('/acme/blog/tags?search=x');
      await page.getByRole('dialog').waitFor();
    },
  },
];

/** Opens the screen and waits until everything on it has loaded. */
export async function arrange(screen: Screen, visit: Visit): Promise<void> {
  const { page } = visit;
  await settled(visit);
  if (screen.arrange !== undefined) {
    await screen.arrange(visit);
    await settled(visit);
  }
  await page.mouse.move(0, 0);
}

async function settled({ page, idle }: Visit): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await idle();
}
