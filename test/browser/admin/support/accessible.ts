import type axe from 'axe-core';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Minified: half of what each page has to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits for what moves, then lets axe look: in the middle of fading in, every text lacks contrast. */
const LOOK = `Promise.all(document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity)
  .map((one) => one.finished.catch(() => undefined)))
  .then(() => axe.run(document, { resultTypes: ['violations'], preload: false }))`;

/**
 * WCAG 2.2 AA and the best practices as far as a program can tell, in light and dark, and nothing that has to be scrolled
 * sideways, except for the named rules. It comes in through the browser's own protocol, to which the page's policy does not apply.
 */
export async function expectAccessible(page: Page, except: readonly string[] = []): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
    const { violations } = await page.evaluate<axe.AxeResults>(LOOK);
    const found = violations
      .filter(({ id }) => !except.includes(id))
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary ?? ''}`));
    expect(found, `${page.url()} in ${colorScheme}`).to.deep.equal([]);
  }
  await page.emulateMedia({ colorScheme: null });
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width, `width of ${page.url()}`).to.be.at.most(page.viewportSize()?.width ?? 0);
}
