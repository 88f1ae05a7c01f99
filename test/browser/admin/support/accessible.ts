import type axe from 'axe-core';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Minified, to halve what each page has to parse. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Waits for animations and then runs axe: during a fade-in, every text lacks contrast. Light and dark differ in nothing but
 * colors (test/docs/style-sheets.test.ts), so that in dark only the rules about colors can have another result.
 */
const look = (colorScheme: 'light' | 'dark'): string => `(async () => {
  const finite = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
  await Promise.all(finite.map((one) => one.finished.catch(() => undefined)));
  const ofColors = axe.getRules(['cat.color']).filter(({ tags }) => !tags.includes('wcag2aaa'));
  const values = ofColors.map(({ ruleId }) => ruleId);
  const chosen = ${JSON.stringify(colorScheme)} === 'dark' ? { runOnly: { type: 'rule', values } } : {};
  return axe.run(document, { resultTypes: ['violations'], preload: false, ...chosen });
})()`;

/**
 * Checks WCAG 2.2 AA and the best practices that a program can check, in light and dark, and that nothing overflows
 * horizontally. `except` names rules to skip. axe is injected through the browser's own protocol, which is exempt from the
 * page's policy.
 */
export async function expectAccessible(page: Page, except: readonly string[] = []): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
    const { violations } = await page.evaluate<axe.AxeResults>(look(colorScheme));
    const found = violations
      .filter(({ id }) => !except.includes(id))
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary ?? ''}`));
    expect(found, `${page.url()} in ${colorScheme}`).to.deep.equal([]);
  }
  await page.emulateMedia({ colorScheme: null });
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width, `width of ${page.url()}`).to.be.at.most(page.viewportSize()?.width ?? 0);
}
