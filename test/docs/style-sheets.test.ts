import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';

/** The pages' style sheets, seen from dist/test/docs. */
const PAGES = fileURLToPath(new URL('../../../daemon/spa/', import.meta.url));
const TOKENS = readFileSync(`${PAGES}styles/tokens.css`, 'utf8');

/** The style kit has its metrics from the contract with plugins, and paper has sizes of its own. */
const OWN_SIZES = ['styles/tokens.css', 'styles/style-kit.css', 'styles/print.css'];

const TOKEN = /^(?:font-size|font-weight|border-radius|z-index|font-family)$/;
const EXEMPT = /var\(--|^(?:inherit|0|50%|'Inter \w+')$/;

describe('the style sheets of the pages (AD-220)', () => {
  it('take every size and weight of text, radius and layer from tokens.css', () => {
    const found = globSync('**/*.css', { cwd: PAGES, ignore: OWN_SIZES }).flatMap((file) => {
      const css = readFileSync(PAGES + file, 'utf8').replaceAll(/@font-face \{[^}]*\}/g, '');
      return [...css.matchAll(/^\s+([a-z-]+): ([^;]+);/gm)]
        .filter(([, property = '', value = '']) => TOKEN.test(property) && !EXEMPT.test(value))
        .map(([declaration]) => `${file}: ${declaration.trim()}`);
    });
    expect(found).to.deep.equal([]);
  });

  it('use no variable that tokens.css does not define', () => {
    const known = new Set([...TOKENS.matchAll(/^\s+(--[\w-]+):/gm)].map(([, name]) => name));
    const used = globSync('**/*.css', { cwd: PAGES }).flatMap((file) => {
      const css = readFileSync(PAGES + file, 'utf8');
      const own = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
      return [...css.matchAll(/var\((--[\w-]+)\)/g)].filter(([, name]) => !own.has(name)).map(([, name]) => name);
    });
    expect(used.filter((name) => !known.has(name))).to.deep.equal([]);
  });

  it('distinguish light and dark by nothing but colors, on which the tests of accessibility rely', () => {
    const files = globSync('**/*.{css,ts,tsx}', { cwd: PAGES, ignore: ['**/*.test.ts'] });
    const themed = files.filter((file) => /prefers-color-scheme|\[data-theme/.test(readFileSync(PAGES + file, 'utf8')));
    expect(themed).to.deep.equal(['styles/tokens.css']);
    const blocks = [...TOKENS.matchAll(/^ {2}:root[^{]*\[data-theme[^{]*\{([^}]*)\}/gm)].map(([, block = '']) => block);
    expect(blocks).to.have.length(2);
    for (const declaration of blocks.flatMap((block) => block.split(';').filter((line) => line.trim() !== ''))) {
      expect(declaration.trim()).to.match(/^(?:--c-[\w-]+: #[0-9a-f]{6}|color-scheme: (?:light|dark))$/);
    }
  });

  for (const [theme, index] of [
    ['light', 0],
    ['dark', 1],
  ] as const) {
    it(`have readable colors for every meaning (${theme}; WCAG 2.2, 1.4.3)`, () => {
      const grounds = [...TOKENS.matchAll(/--c-(?:surface|bg|hover|sel): (#\w+)/g)].map(([, color = '']) => color);
      const [light, dark] = [grounds.slice(0, 4), grounds.slice(-4)];
      for (const tone of ['neutral', 'info', 'success', 'warning', 'danger']) {
        const ink = pair(`--tone-${tone}`)[index];
        const own = pair(`--tone-${tone}-soft`)[index];
        for (const ground of [own, ...(theme === 'light' ? light : dark)]) {
          expect(contrast(ink, ground), `${tone} on ${ground}`).to.be.at.least(4.5);
        }
      }
    });
  }
});

/** The light and the dark color of a token. */
function pair(name: string): readonly [string, string] {
  const [, light, dark] = new RegExp(`${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(TOKENS) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`tokens.css has no ${name}`);
  return [light, dark];
}

/** The contrast ratio of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
