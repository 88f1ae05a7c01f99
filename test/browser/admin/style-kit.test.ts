import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

/** Computed styles of the first element that matches the selector. */
const styles = (page: Page, selector: string, properties: readonly string[]) =>
  page.evaluate<Record<string, string>>(
    `(() => { const style = getComputedStyle(document.querySelector('${selector}'));
      return Object.fromEntries(${JSON.stringify(properties)}.map((name) => [name, style.getPropertyValue(name)])); })()`,
  );

const VARIABLES =
  'bg surface subtle border border-strong text muted placeholder primary on-primary danger danger-soft hover sel skel ring'
    .split(' ')
    .map((name) => `--c-${name}`);

/**
 * Text and background must have enough contrast to read (WCAG 2.2, 1.4.3). Borders and rings only need enough to be found
 * (1.4.11).
 */
const TEXTS = ['text', 'muted', 'placeholder', 'primary', 'danger'].flatMap((text) =>
  ['bg', 'surface'].map((ground): [string, string, number] => [text, ground, 4.5]),
);
const PAIRS: readonly [string, string, number][] = [
  ...TEXTS,
  ['text', 'hover', 4.5],
  ['text', 'sel', 4.5],
  ['text', 'danger-soft', 4.5],
  ['muted', 'subtle', 4.5],
  ['on-primary', 'primary', 4.5],
  ['border-strong', 'surface', 3],
  ['ring', 'surface', 3],
];

describe('the style kit of partials (AD-218)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('has exactly the documented metrics (AD-218)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts' }, async ({ page }) => {
      await page.locator('.app-stats').waitFor();
      expect(await styles(page, '.app-partial', ['font-size', 'line-height', 'overflow-wrap'])).to.deep.equal({
        'font-size': '14px',
        'line-height': '21px',
        'overflow-wrap': 'anywhere',
      });
      const strip = ['border-radius', 'padding', 'column-gap', 'row-gap', 'flex-wrap', 'border-top-style', 'margin'];
      expect(await styles(page, '.app-stats', strip)).to.deep.equal({
        'border-radius': '16px',
        padding: '16px 20px',
        'column-gap': '32px',
        'row-gap': '8px',
        'flex-wrap': 'wrap',
        'border-top-style': 'solid',
        margin: '0px',
      });
      expect(await styles(page, '.app-stat__label', ['font-size'])).to.deep.equal({ 'font-size': '13px' });
      expect(
        await styles(page, '.app-stat__value', ['font-size', 'font-weight', 'font-variant-numeric']),
      ).to.deep.equal({
        'font-size': '20px',
        'font-weight': '600',
        'font-variant-numeric': 'tabular-nums',
      });
    }));

  detail('shows a value above its label, although the label comes first in the document (AD-218)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts' }, async ({ page }) => {
      const item = page.locator('.app-stat').first();
      await item.waitFor();
      expect(await item.locator('> *').first().getAttribute('class')).to.equal('app-stat__label');
      const [label, value] = [await item.locator('dt').boundingBox(), await item.locator('dd').boundingBox()];
      expect(value!.y + value!.height).to.be.at.most(label!.y + 1);
    }),
  );

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`defines the sixteen variables with enough contrast: ${colorScheme} (AD-218)`, () =>
      site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await page.getByRole('heading', { level: 1 }).waitFor();
        const colors = await styles(page, ':root', VARIABLES);
        for (const [name, value] of Object.entries(colors)) expect(value, name).to.match(/^#(?:[0-9a-f]{3}){1,2}$/);
        const of = (name: string) => colors[`--c-${name}`] ?? '';
        for (const [one, other, least] of PAIRS) {
          expect(contrast(of(one), of(other)), `${one} on ${other}`).to.be.at.least(least);
        }
      }));
  }
});

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.replace(/[0-9a-f]/g, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(digits.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
