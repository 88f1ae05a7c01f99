import { HTML_ESCAPES, html, printed, urlQuery } from '../functions/escaping.js';
import type { Printer } from '../functions/printer.js';
import { print } from '../functions/printer.js';
import { toBytes } from '../runtime/go-string.js';
import type { Work } from '../runtime/limits.js';
import type { Value } from '../runtime/value.js';
import { isNil } from '../runtime/value.js';
import { attributeKind, lowerCase } from './context.js';

/** Replaces a value that would be unsafe or would change the meaning of the markup. Harmless anywhere. */
const FAILSAFE = 'ZgotmplZ';

/** Accepts a value as an attribute name only if it is known to be harmless and contains only letters and digits. */
function escapeAttributeName(text: string): string {
  const name = lowerCase(text);
  return /^[a-z0-9]+$/.test(name) && attributeKind(name) === 'plain' ? name : FAILSAFE;
}

/** The plus sign starts UTF-7 text in parsers that support it. */
const ESCAPES: Readonly<Record<string, string>> = { ...HTML_ESCAPES, '+': '&#43;' };

/** For text between elements, in `textarea` and `title`, and in quoted attributes. */
function escapeMarkup(text: string): string {
  return text.replace(/[\0"&'+<>]/g, (character) => ESCAPES[character] ?? character);
}

/** For unquoted attributes. After an empty value, a parser would read the name of the next attribute as the value. */
function escapeUnquoted(text: string): string {
  if (text === '') return FAILSAFE;
  return text.replace(UNSAFE_UNQUOTED, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\0' || (code >= 0xdc80 && code <= 0xdcff)) return '&#xfffd;';
    if (code >= 0x80) return `&#x${code.toString(16)};`;
    return ESCAPES[character] ?? `&#${code};`;
  });
}

/** White space, quotes, other characters that end or corrupt a value, code points that some parsers drop, and stray bytes. */
const UNSAFE_UNQUOTED = /[\0\t\n\v\f\r "&'+<=>`\ufdd0-\ufdef\ufff0-\uffff]|\p{Surrogate}/gu;

const SAFE_SCHEME = /^(?:https?|mailto)$/iu;
const NOT_UNRESERVED = /[^A-Za-z0-9\-._~]+/g;
/** Keeps valid escapes. Escapes quotes and parentheses, because they could end the surrounding string or `url()`. */
const NOT_IN_URL = /(?:[^A-Za-z0-9\-._~!#$&*+,/:;=?@[\]%]|%(?![\da-fA-F]{2}))+/g;

/** Replaces a URL whose scheme could run code; URLs without a scheme are safe. */
function filterUrl(url: string): string {
  return isSafeUrl(url) ? url : `#${FAILSAFE}`;
}

function isSafeUrl(url: string): boolean {
  const colon = url.indexOf(':');
  if (colon < 0) return true;
  const scheme = url.slice(0, colon);
  return scheme.includes('/') || SAFE_SCHEME.test(scheme);
}

/** For a whole URL, or the part before its query: delimiters keep their meaning. */
function normalizeUrl(url: string): string {
  return url.replace(NOT_IN_URL, percentEncoded);
}

/** For a URL component: escapes every delimiter. */
function escapeUrlComponent(text: string): string {
  return text.replace(NOT_UNRESERVED, percentEncoded);
}

function percentEncoded(text: string): string {
  return Buffer.from(toBytes(text)).toString('hex').replace(/../g, '%$&');
}

const CANDIDATE = /^([\t\n\f\r ]*)([^\t\n\f\r ]*)([\t\n\f\r A-Za-z0-9]*)$/;

/** The candidates of a `srcset`: a URL each, with an optional width or density. */
function escapeSrcset(text: string): string {
  return text.split(',').map(escapeCandidate).join(',');
}

function escapeCandidate(candidate: string): string {
  const found = CANDIDATE.exec(candidate);
  const [, space = '', url = '', descriptor = ''] = found ?? [];
  return found && isSafeUrl(url) ? space + normalizeUrl(url) + descriptor : `#${FAILSAFE}`;
}

/**
 * `html` and `urlquery` are the template functions of these names. Authors may write them in place of the automatic escaper.
 */
export type EscaperName =
  | 'text'
  | 'quoted attribute'
  | 'unquoted attribute'
  | 'attribute name'
  | 'comment'
  | 'srcset'
  | 'url filter'
  | 'url'
  | 'url component'
  | 'html'
  | 'urlquery';

export type Escaper = (value: Value, printer: Printer, work: Work) => string;

export const ESCAPERS: Readonly<Record<EscaperName, Escaper>> = {
  text: onText(escapeMarkup),
  'quoted attribute': onText(escapeMarkup),
  'unquoted attribute': onText(escapeUnquoted),
  'attribute name': onText(escapeAttributeName),
  comment: () => '',
  srcset: onText(escapeSrcset),
  'url filter': onText(filterUrl),
  url: onText(normalizeUrl),
  'url component': onText(escapeUrlComponent),
  html: (value, printer, work) => html(within(work, printed(printer, [value])), work),
  urlquery: (value, printer, work) => urlQuery(within(work, printed(printer, [value])), work),
};

function onText(escape: (text: string) => string): Escaper {
  return (value, printer, work) =>
    escape(within(work, typeof value === 'string' ? value : isNil(value) ? '' : print(printer, [value])));
}

/**
 * Rejects a text that exceeds the output limit before it is escaped. A shorter text costs no more to escape than the output
 * limit allows.
 */
function within(work: Work, text: string): string {
  work.spend(text.length);
  work.fits(text);
  return text;
}
