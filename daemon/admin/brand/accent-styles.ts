import type { Oklch } from 'culori';
import { clampChroma, converter, formatHex, wcagContrast } from 'culori';

const toOklch = converter('oklch');

/** WCAG 2.2 AA, 1.4.3: the accent is also the color of links, on every background below. */
const READABLE = 4.5;

interface Theme {
  /** The backgrounds of styles/tokens.css on which text in the accent color appears. A test compares them. */
  readonly backgrounds: readonly string[];
  /** Lightness and largest chroma (OKLCH) of the background of what is selected. */
  readonly selected: readonly [lightness: number, chroma: number];
  /** The same of the text on the accent. */
  readonly onAccent: readonly [lightness: number, chroma: number];
  /** In which direction an accent becomes readable, if it is not. */
  readonly step: number;
}

const LIGHT: Theme = {
  backgrounds: ['#f7f8fa', '#ffffff', '#f2f4f7', '#f0f2f6'],
  selected: [0.945, 0.028],
  onAccent: [1, 0],
  step: -0.005,
};

const DARK: Theme = {
  backgrounds: ['#101217', '#181b22', '#1f232c', '#232833'],
  selected: [0.33, 0.075],
  onAccent: [0.2, 0.05],
  step: 0.005,
};

/** The variables of one theme. */
export interface AccentColors {
  readonly primary: string;
  readonly onPrimary: string;
  readonly selected: string;
}

/**
 * The configured color where it can be read in this theme; otherwise the nearest one of the same hue, darker or lighter, that
 * can. No choice of color makes a page unreadable.
 */
export function accentColors(accent: string, theme: 'light' | 'dark'): AccentColors {
  const { backgrounds, selected, onAccent, step } = theme === 'light' ? LIGHT : DARK;
  const chosen = toOklch(accent);
  if (chosen === undefined) throw new Error(`${accent} is not a color`);
  const softened = ([l, c]: readonly [number, number]) => hex({ ...chosen, l, c: Math.min(chosen.c, c) });
  const [selectedColor, onPrimary] = [softened(selected), softened(onAccent)];
  const against = [...backgrounds, selectedColor, onPrimary];
  const isReadable = (color: string) => against.every((other) => wcagContrast(color, other) >= READABLE);
  let primary = hex(chosen);
  for (let l = chosen.l; !isReadable(primary); l += step) {
    if (l < 0 || l > 1.01) throw new Error(`no shade of ${accent} is readable`);
    primary = hex({ ...chosen, l });
  }
  return { primary, onPrimary, selected: selectedColor };
}

/** As "#rrggbb", with as much of the chroma as a screen can show. */
function hex(color: Oklch): string {
  return formatHex(clampChroma(color, 'oklch', 'rgb'));
}

/** A style sheet that follows the page's own and replaces what styles/tokens.css derives from the default accent. */
export function accentStyles(accent: string): string {
  const [light, dark] = [rules(accentColors(accent, 'light')), rules(accentColors(accent, 'dark'))];
  return [
    `:root { ${light} }`,
    // Paper is always white, as in tokens.css.
    `@media screen and (prefers-color-scheme: dark) { :root:not([data-theme='light']) { ${dark} } }`,
    `@media screen { :root[data-theme='dark'] { ${dark} } }`,
    '',
  ].join('\n');
}

function rules({ primary, onPrimary, selected }: AccentColors): string {
  return `--c-primary: ${primary}; --c-on-primary: ${onPrimary}; --c-sel: ${selected}; --c-ring: ${primary};`;
}
