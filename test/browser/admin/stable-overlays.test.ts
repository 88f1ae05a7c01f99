import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail, usual } from '../../support/every-test.js';
import { holdBack } from './support/hold-back.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE, TWO_FRAMES } from './support/visit.js';

const POSTS = '/acme/blog/posts';
const FORM = '/acme/blog/posts/update/7?tab=placing';

/** Notes where the controls are that can be seen: in the dialog, list or popover that is open, or else on the screen. */
const NOTE_PLACES = `
  (() => {
    const open = document.querySelector('.popover, .modal') ?? document.querySelector('main');
    window.places = [...open.querySelectorAll('a, button, input, [role="option"]')]
      .map((one) => [one, one.getBoundingClientRect()])
      // Buttons for screen readers only are smaller.
      .filter(([, { width, height }]) => width >= 16 && height >= 16);
  })()
`;
const MOVED = `
  window.places.flatMap(([one, before]) => {
    const after = one.getBoundingClientRect();
    const isStill = !one.isConnected || (Math.abs(after.x - before.x) < 1 && Math.abs(after.y - before.y) < 1);
    return isStill ? [] : [(one.ariaLabel ?? one.textContent) + ' from ' + before.y + ' to ' + after.y];
  })
`;

interface Case {
  readonly what: string;
  readonly path: string;
  readonly open: (page: Page) => Promise<void>;
  /** The request that is answered late. */
  readonly late: RegExp;
  /** Waits for a control that it brings. */
  readonly brings: (page: Page) => Promise<void>;
}

const CASES: readonly Case[] = [
  {
    what: 'the records that can be linked',
    path: FORM,
    open: (page) => page.getByRole('button', { name: 'Add', exact: true }).first().click(),
    late: /\/relations\/tags\/candidates/,
    brings: (page) => page.getByRole('dialog').getByText('autumn').first().waitFor(),
  },
  {
    what: 'the choices of a filter',
    path: `${POSTS}?filter[author][]=1&per_page=5`,
    open: (page) =>
      page
        .getByRole('button', { name: /^Author/ })
        .first()
        .click(),
    late: /\/filters\/author\/options\?page=/,
    brings: (page) => page.getByRole('checkbox', { name: 'Boris Baker' }).waitFor(),
  },
  {
    what: 'the control of a filter',
    path: `${POSTS}?per_page=5`,
    async open(page) {
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('menuitem', { name: 'Published on' }).click();
    },
    late: /\/assets\/date-filters-/,
    brings: (page) => page.getByRole('spinbutton').first().waitFor(),
  },
  {
    what: 'the choices of a field',
    path: FORM,
    open: (page) => page.locator('[data-field="author"] .option-combo-box__open').click(),
    late: /\/fields\/author\/options/,
    brings: (page) => page.getByRole('option', { name: 'Boris Baker' }).waitFor(),
  },
  {
    what: 'the saved views',
    path: POSTS,
    async open(page) {
      const file = page.waitForResponse(/\/assets\/views-menu-/);
      await page.locator('.views-button').hover();
      await file;
      await page.locator('.views-button').click();
    },
    late: /\/list\/views/,
    brings: (page) => page.getByRole('button', { name: 'Of somebody' }).waitFor(),
  },
  {
    what: 'the commands of the palette',
    path: POSTS,
    open: (page) => page.keyboard.press('Control+k'),
    late: /\/api\/v1\/commands/,
    brings: (page) => page.getByRole('option', { name: 'New post' }).waitFor(),
  },
];

describe('nothing moves in a popover or a dialog when its contents arrive (AD-560)', () => {
  let site: AdminSite;
  before(async () => {
    site = await sharedAdminSite();
    const { status } = await (
      await site.api('admin@example.test')
    ).post('/acme/blog/posts/list/views', {
      name: 'Of somebody',
      query: 'search=forest',
      shared: false,
    });
    expect(status).to.equal(201);
  });

  for (const [width, viewport] of usual([
    ['a desktop', { width: 1280, height: 720 }],
    ['a phone', PHONE],
  ] as const)) {
    for (const { what, path, open, late, brings } of usual(CASES)) {
      it(`${what}, on ${width}`, () =>
        site.visit({ as: 'admin', path, viewport }, async ({ page, idle }) => {
          await page.getByRole('heading').first().waitFor();
          await idle();
          const release = await holdBack(page, late);
          const asked = page.waitForRequest(late);
          await open(page);
          await asked;
          await page.locator('.popover, .modal').first().waitFor();
          await page.evaluate(TWO_FRAMES);
          await page.evaluate(NOTE_PLACES);
          release();
          await brings(page);
          await idle();
          expect(await page.evaluate<string[]>(MOVED)).to.deep.equal([]);
        }));
    }
  }

  detail('nor on the screen below, when an answer comes from another build and offers to load the page again', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page, idle }) => {
      await page.getByRole('main').getByRole('row').nth(2).waitFor();
      await idle();
      await page.evaluate(NOTE_PLACES);
      await page.route(/\/api\/v1\//, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, headers: { ...answer.headers(), 'x-gatehouse-build': 'another' } });
      });
      await page.evaluate("window.dispatchEvent(new Event('focus'))");
      await page.getByText('A new version is available.', { exact: true }).waitFor();
      expect(await page.evaluate<string[]>(MOVED)).to.deep.equal([]);
    }),
  );
});
