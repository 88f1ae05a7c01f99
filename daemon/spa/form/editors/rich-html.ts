import { escapeText } from 'entities';
import { Parser } from 'htmlparser2';
import { safeLink, safePicture } from '../../../admin/api/addresses.js';

// htmlparser2 and not the browser's own parser: that one reports every style and handler in the HTML as a violation of the
// Content-Security-Policy, even in a document that never runs.

const words = (text: string): readonly string[] => text.split(' ');

/** The elements that the editor keeps, with their attributes. The server's allowlist has all of them. */
const KNOWN: ReadonlyMap<string, readonly string[]> = new Map([
  ...words('p br hr h2 h3 h4 ul li blockquote pre strong b em i u s del strike').map((name) => [name, []] as const),
  ['a', words('href title')],
  ['code', words('class')],
  ['img', words('src alt title width height')],
  ['ol', words('start')],
]);

const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** Elements whose content is no text for readers. */
const REMOVED: ReadonlySet<string> = new Set(
  words(
    'script style template iframe object embed noscript textarea title xmp svg math form input button select link meta base head',
  ),
);

/** Elements that begin a new line. The editor makes paragraphs of them. */
const BLOCKS: ReadonlySet<string> = new Set(
  words(
    'div section article header footer main nav aside address figure figcaption table thead tbody tfoot tr td th caption ' +
      'dl dt dd center details summary',
  ),
);

/** Headings that the editor does not have. */
const LEVELS: ReadonlyMap<string, string> = new Map([
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
]);

type Attributes = Readonly<Record<string, string>>;

function isKept(tag: string, name: string, value: string): boolean {
  if (KNOWN.get(tag)?.includes(name) !== true) return false;
  if (name === 'href') return safeLink(value) !== undefined;
  if (name === 'src') return safePicture(value) !== undefined;
  return name !== 'class' || /^language-[\w+#.-]+$/.test(value);
}

/**
 * The parts of a stored text that the editor cannot represent, such as `<table>` or `<p class>`, each once. A text that has
 * any would lose them with the first change.
 */
export function unknownParts(html: string): readonly string[] {
  const found = new Set<string>();
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (!KNOWN.has(tag)) found.add(`<${tag}>`);
      else {
        for (const [name, value] of Object.entries(attributes)) {
          if (!isKept(tag, name, value)) found.add(`<${tag} ${name}>`);
        }
      }
    },
  });
  parser.end(html);
  return [...found];
}

/**
 * HTML reduced to what the editor keeps: text that is pasted from word processors and other pages comes with styles, classes,
 * comments and elements of their own.
 */
export function cleaned(html: string): string {
  let output = '';
  const open: { readonly tag: string; readonly written: readonly string[]; readonly isRemoved: boolean }[] = [];
  const isRemoving = () => open.at(-1)?.isRemoved === true;
  const parser = new Parser({
    onopentag(tag, attributes) {
      const isRemoved = isRemoving() || REMOVED.has(tag);
      const written = isRemoved ? [] : replacements(tag, attributes);
      for (const name of written) output += `<${name}${name === tag ? keptAttributes(tag, attributes) : ''}>`;
      open.push({ tag, written, isRemoved });
    },
    onclosetag(tag) {
      // The parser also closes a tag that the end of the text has cut off, and that was never open.
      if (open.at(-1)?.tag !== tag) return;
      for (const name of open.pop()?.written.toReversed() ?? []) {
        if (!VOID.has(name)) output += `</${name}>`;
      }
    },
    ontext(text) {
      if (!isRemoving()) output += escapeText(text);
    },
  });
  parser.end(html);
  return output;
}

/** The elements that take the place of an element: itself, another one, none, or those that its style stands for. */
function replacements(tag: string, attributes: Attributes): readonly string[] {
  const { style = '' } = attributes;
  // Google Docs wraps a whole text into a <b> that is not bold.
  if ((tag === 'b' || tag === 'strong') && /font-weight:\s*(?:normal|400)/i.test(style)) return [];
  if (tag === 'img' && safePicture(attributes['src'] ?? '') === undefined) return [];
  if (KNOWN.has(tag)) return [tag];
  const heading = LEVELS.get(tag);
  if (heading !== undefined) return [heading];
  if (BLOCKS.has(tag)) return ['div'];
  return [
    ...(/font-weight:\s*(?:bold|[6-9]00)/i.test(style) ? ['strong'] : []),
    ...(/font-style:\s*italic/i.test(style) ? ['em'] : []),
    ...(/text-decoration[a-z-]*:[^;]*line-through/i.test(style) ? ['s'] : []),
  ];
}

function keptAttributes(tag: string, attributes: Attributes): string {
  const kept = Object.entries(attributes).filter(
    // The editor's own clipboard marks with it where a selection began and ended.
    ([name, value]) => name === 'data-pm-slice' || isKept(tag, name, value),
  );
  return kept.map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`).join('');
}
