import { addressAsRead, isSameOriginPath } from '../api/addresses.js';

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The elements that the filter keeps. It removes all others but keeps their children, unless they are in the list below. */
export const KEPT_ELEMENTS = wordSet(
  'div span p strong em b i u s small mark code pre br hr ul ol li dl dt dd h2 h3 h4 h5 h6 table thead tbody tfoot tr ' +
    'th td caption section header footer figure figcaption blockquote q abbr time data meter progress sup sub a img',
);

/** The elements that the filter removes with their content: code, forms, and elements that parsers treat specially. */
export const REMOVED_ELEMENTS = wordSet(
  'script style template iframe object embed noscript textarea title xmp svg math form input button select link meta base',
);

/** The URL as a browser reads it if it is a path on the same origin (or, if allowed, a fragment of the same page). */
export function sameOriginPath(url: string, { fragment }: { fragment: boolean }): string | undefined {
  const read = addressAsRead(url);
  return isSameOriginPath(read) || (fragment && read.startsWith('#')) ? read : undefined;
}

const words = (text: string): readonly string[] => text.split(' ');

const ON_EVERY_ELEMENT: ReadonlySet<string> = new Set(words('class title lang dir role'));
/** HTML allows names with other characters, but `setAttribute` rejects some of them. */
const PREFIXED = /^(?:aria|data)-[a-z0-9._:-]+$/;

const PER_ELEMENT: ReadonlyMap<string, readonly string[]> = new Map([
  ['img', words('alt width height')],
  ['td', words('colspan rowspan scope')],
  ['th', words('colspan rowspan scope')],
  ['time', words('datetime')],
  ['data', words('value')],
  ['meter', words('value min max low high optimum')],
  ['progress', words('value max')],
]);

const URLS: Readonly<Record<string, string>> = { a: 'href', img: 'src' };

/** The attributes that an element keeps. The filter removes a URL of another origin, but keeps its element. */
export function keptAttributes(tag: string, attributes: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const read = keptValue(tag, name, value, partialUrl);
    if (read !== undefined) kept[name] = read;
  }
  return kept;
}

/**
 * The value of an attribute that an element keeps; undefined if it does not keep it.
 * @param allowed the URL as a browser reads it, or undefined if the element must not have it
 */
export function keptValue(
  tag: string,
  name: string,
  value: string,
  allowed: (tag: string, url: string) => string | undefined,
): string | undefined {
  if (URLS[tag] === name) return allowed(tag, value);
  return isAllowed(tag, name) ? value : undefined;
}

function isAllowed(tag: string, name: string): boolean {
  return ON_EVERY_ELEMENT.has(name) || PREFIXED.test(name) || (PER_ELEMENT.get(tag)?.includes(name) ?? false);
}

function partialUrl(tag: string, url: string): string | undefined {
  return sameOriginPath(url, { fragment: tag === 'a' });
}
