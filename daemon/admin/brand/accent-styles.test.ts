import { expect } from 'chai';
import { wcagContrast } from 'culori';
import { readFileSync } from 'node:fs';
import { accentColors, accentStyles } from './accent-styles.js';

const TOKENS = readFileSync('daemon/spa/styles/tokens.css', 'utf8');
const HUES = ['#ff0000', '#ffd400', '#7fff00', '#00c2a8', '#00bfff', '#3451c6', '#8a2be2', '#ff69b4', '#8b4513'];
const EXTREMES = ['#000000', '#ffffff', '#808080', '#010203', '#fefefe'];

describe('admin: brand: the accent (AD-310)', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`is readable on every background of the ${theme} theme and under its own text (WCAG 2.2, 1.4.3)`, () => {
      const tokens = theme === 'light' ? TOKENS : TOKENS.slice(TOKENS.indexOf("[data-theme='dark']"));
      const backgrounds = ['bg', 'surface', 'subtle', 'hover'].map((name) => valueOf(tokens, `--c-${name}`));
      for (const accent of [...HUES, ...EXTREMES]) {
        const { primary, onPrimary, selected } = accentColors(accent, theme);
        for (const other of [...backgrounds, onPrimary, selected]) {
          expect(wcagContrast(primary, other), `${accent} became ${primary}, on ${other}`).to.be.at.least(4.5);
        }
        expect(wcagContrast(valueOf(tokens, '--c-text'), selected), `text on ${selected}`).to.be.at.least(4.5);
      }
    });
  }

  it('stays as configured where it can be read', () => {
    expect(accentColors('#3451c6', 'light').primary).to.equal('#3451c6');
    expect(accentColors('#8fa6ff', 'dark').primary).to.equal('#8fa6ff');
  });

  it('replaces the variables under the same conditions as tokens.css', () => {
    const conditions = (css: string) => [...css.matchAll(/@media [^{]+|:root[^{]*/g)].map(([found]) => found.trim());
    const ofTokens = conditions(TOKENS.slice(0, TOKENS.indexOf("/* The page's own scales")));
    expect(conditions(accentStyles('#aa3300'))).to.deep.equal(ofTokens);
  });
});

function valueOf(css: string, name: string): string {
  const found = new RegExp(`${name}: (#[0-9a-f]{6});`).exec(css)?.[1];
  if (found === undefined) throw new Error(`tokens.css has no ${name}`);
  return found;
}
