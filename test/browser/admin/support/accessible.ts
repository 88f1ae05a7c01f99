import type axe from 'axe-core';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { EVERY_TEST } from '../../../support/every-test.js';

/** Minified, to halve what each page has to parse. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const LOOKS = ['light', 'dark', 'forced'] as const;
type Looks = (typeof LOOKS)[number];
const USUAL: readonly Looks[] = EVERY_TEST ? LOOKS : ['light'];

/**
 * Waits for animations and then runs axe: during a fade-in, every text lacks contrast. Light and dark differ in nothing but
 * colors and the image of the logo (test/docs/style-sheets.test.ts), so that in dark only the rules about colors and images
 * can have another result; likewise in the forced colors of a high contrast.
 */
const look = (looks: Looks, withTargets: boolean, exclude: readonly string[]): string => `(async () => {
  const finite = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
  await Promise.all(finite.map((one) => one.finished.catch(() => undefined)));
  const ofLooks = axe.getRules(['cat.color', 'cat.text-alternatives']).filter(({ tags }) => !tags.includes('wcag2aaa'));
  const values = ofLooks.map(({ ruleId }) => ruleId);
  const chosen = ${JSON.stringify(looks)} === 'light' ? {} : { runOnly: { type: 'rule', values } };
  const rules = { 'target-size': { enabled: ${String(withTargets && looks === 'light')} } };
  const context = { include: document, exclude: ${JSON.stringify(exclude)} };
  return axe.run(context, { resultTypes: ['violations'], preload: false, rules, ...chosen });
})()`;

/** Rows of a list after the third: each is like those before it, and 25 of them take axe as long as the rest of the screen. */
const OTHER_ROWS = 'tbody tr[data-id]:nth-of-type(n + 4)';
/** Around the content of every screen. */
const SHELL = ['.top-bar', '.navigation'];

/** Characters of the page in the message of a failure. */
const SHOWN = 8000;

export interface AccessibleOptions {
  /**
   * Also the size of controls (WCAG 2.2, 2.5.8), for a screen that has just opened: after scrolling, a bar may cover a part of
   * a control, and axe counts only the rest.
   */
  readonly withTargets?: boolean;
  /** Default: light, and with `make every-test` all. The colors of the others have tests of their own. */
  readonly looks?: readonly Looks[];
  /** Also the top bar and the navigation. Default: only with `make every-test`; screens.test.ts checks them on every screen. */
  readonly withShell?: boolean;
}

/**
 * Checks WCAG 2.2 AA and the best practices that a program can check, in the given looks, and that nothing overflows
 * horizontally. `except` names rules to skip. axe is injected through the browser's own protocol, which is exempt from the
 * page's policy.
 */
export async function expectAccessible(
  page: Page,
  except: readonly string[] = [],
  { withTargets = false, looks: chosen = USUAL, withShell = false }: AccessibleOptions = {},
): Promise<void> {
  const exclude = EVERY_TEST ? [] : [OTHER_ROWS, ...(withShell ? [] : SHELL)];
  for (const looks of chosen) {
    const isForced = looks === 'forced';
    await page.emulateMedia({ colorScheme: isForced ? 'dark' : looks, forcedColors: isForced ? 'active' : 'none' });
    if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
    const { violations } = await page.evaluate<axe.AxeResults>(look(looks, withTargets, exclude));
    const found = violations
      .filter(({ id }) => !except.includes(id))
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary ?? ''}`));
    const body = found.length === 0 ? '' : await page.evaluate<string>('document.body.innerHTML');
    expect(found, `${page.url()} in ${looks}: ${body.slice(0, SHOWN)}`).to.deep.equal([]);
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width, `width of ${page.url()}`).to.be.at.most(page.viewportSize()?.width ?? 0);
}
