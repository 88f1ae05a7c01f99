import { lowerCase } from './lower-case.js';

/** `plain` values need no more than the quotes being safe; nothing is ever put under a name of kind `unsafe`. */
export type NameKind = 'plain' | 'url' | 'script' | 'style' | 'srcset' | 'markup' | 'unsafe';

const URLS =
  'action archive background cite classid codebase data formaction href icon longdesc manifest poster profile src usemap xmlns';

/** They change what other attributes, or the element, mean. */
const UNSAFE =
  'accept-charset async challenge charset content crossorigin defer enctype form formenctype formmethod formnovalidate ' +
  'http-equiv keytype language method novalidate pattern rel sandbox type value';

/** Known names that the rules for unknown ones would take for something else. */
const PLAIN = 'srclang';

const KINDS: ReadonlyMap<string, NameKind> = new Map<string, NameKind>([
  ...named(URLS, 'url'),
  ...named(UNSAFE, 'unsafe'),
  ...named(PLAIN, 'plain'),
  ['style', 'style'],
  ['srcset', 'srcset'],
  ['srcdoc', 'markup'],
]);

function named(names: string, kind: NameKind): [string, NameKind][] {
  return names.split(' ').map((name) => [name, kind]);
}

/** What the value of an attribute is, by its name in any case. Unknown names that look like URLs or handlers are ones. */
export function attributeKind(name: string): NameKind {
  const lower = lowerCase(name);
  const colon = lower.indexOf(':');
  if (!lower.startsWith('data-') && colon >= 0 && lower.slice(0, colon) === 'xmlns') return 'url';
  const own = lower.startsWith('data-') ? lower.slice('data-'.length) : lower.slice(colon + 1);
  const known = KINDS.get(own);
  if (known !== undefined) return known;
  if (own.startsWith('on')) return 'script';
  return /src|uri|url/.test(own) ? 'url' : 'plain';
}
