import { sameOriginPath } from './url-rule.js';

const words = (text: string): readonly string[] => text.split(' ');

const ON_EVERY_ELEMENT: ReadonlySet<string> = new Set(words('class title lang dir role'));
/** Names with other characters are legal HTML, but `setAttribute` refuses some of them. */
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

/** The attributes of an element that stay. A URL that is not one of ours goes, its element stays. */
export function keptAttributes(tag: string, attributes: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const allowed = URLS[tag] === name ? allowedUrl(tag, value) : isAllowed(tag, name) ? value : undefined;
    if (allowed !== undefined) kept[name] = allowed;
  }
  return kept;
}

function isAllowed(tag: string, name: string): boolean {
  return ON_EVERY_ELEMENT.has(name) || PREFIXED.test(name) || (PER_ELEMENT.get(tag)?.includes(name) ?? false);
}

function allowedUrl(tag: string, url: string): string | undefined {
  return sameOriginPath(url, { fragment: tag === 'a' });
}
