import { HTML_ESCAPES, html, printed, urlQuery } from '../functions/escaping.js';
import type { Printer } from '../functions/printer.js';
import { print } from '../functions/printer.js';
import { toBytes } from '../runtime/go-string.js';
import type { Work } from '../runtime/limits.js';
import type { Value } from '../runtime/value.js';
import { isNil } from '../runtime/value.js';
import { attributeKind, lowerCase } from './context.js';

/** Stands where a value would have been unsafe, or would have made the markup mean something else. Harmless anywhere. */
const FAILSAFE = 'ZgotmplZ';

/** A value that names an attribute: known to be harmless, and nothing but letters and digits. */
function escapeAttributeName(text: string): string {
  const name = lowerCase(text);
  return /^[a-z0-9]+$/.test(name) && attributeKind(name) === 'plain' ? name : FAILSAFE;
}

/** The plus sign begins UTF-7 text for those who would believe it. */
const ESCAPES: Readonly<Record<string, string>> = { ...HTML_ESCAPES, '+': '&#43;' };

/** For text between elements, in `textarea` and `title`, and in quoted attributes. */
function escapeMarkup(text: string): string {
  return text.replace(/[\0"&'+<>]/g, (character) => ESCAPES[character] ?? character);
}

/** For attributes without quotes. An empty value would make the next attribute's name the value of this one. */
function escapeUnquoted(text: string): string {
  if (text === '') return FAILSAFE;
  return text.replace(UNSAFE_UNQUOTED, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\0' || (code >= 0xdc80 && code <= 0xdcff)) return '&#xfffd;';
    if (code >= 0x80) return `&#x${code.toString(16)};`;
    return ESCAPES[character] ?? `&#${code};`;
  });
}

/** White space, quotes, what else ends or upsets a value, code points that some parsers drop, and stray bytes. */
const UNSAFE_UNQUOTED = /[\0\t\n\v\f\r "&'+<=>`\ufdd0-\ufdef\ufff0-\uffff]|\p{Surrogate}/gu;

const SAFE_SCHEME = /^(?:https?|mailto)$/iu;
const NOT_UNRESERVED = /[^A-Za-z0-9\-._~]+/g;
/** Valid escapes stay as they are. Quotes and parentheses go: they would end the URL in some of its surroundings. */
const NOT_IN_URL = /(?:[^A-Za-z0-9\-._~!#$&*+,/:;=?@[\]%]|%(?![\da-fA-F]{2}))+/g;

/** Replaces a URL whose scheme could run code; those without a scheme are safe. */
function filterUrl(url: string): string {
  return isSafeUrl(url) ? url : `#${FAILSAFE}`;
}

function isSafeUrl(url: string): boolean {
  const colon = url.indexOf(':');
  if (colon < 0) return true;
  const scheme = url.slice(0, colon);
  return scheme.includes('/') || SAFE_SCHEME.test(scheme);
}

/** A whole URL, or the part before its query: delimiters keep their meaning. */
function normalizeUrl(url: string): string {
  return url.replace(NOT_IN_URL, percentEncoded);
}

/** A component: every delimiter is escaped. */
function escapeUrlComponent(text: string): string {
  return text.replace(NOT_UNRESERVED, percentEncoded);
}

function percentEncoded(text: string): string {
  return Buffer.from(toBytes(text)).toString('hex').replace(/../g, '%$&');
}

const CANDIDATE = /^([\t\n\f\r ]*)([^\t\n\f\r ]*)([\t\n\f\r A-Za-z0-9]*)$/;

/** The candidates of a `srcset`, each a URL and perhaps its width or density. */
function escapeSrcset(text: string): string {
  return text.split(',').map(escapeCandidate).join(',');
}

function escapeCandidate(candidate: string): string {
  const found = CANDIDATE.exec(candidate);
  const [, space = '', url = '', descriptor = ''] = found ?? [];
  return found && isSafeUrl(url) ? space + normalizeUrl(url) + descriptor : `#${FAILSAFE}`;
}

/** `html` and `urlquery` are the template functions of these names: an author may write them where they do the work. */
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
 * A text that is longer than the output may be is not escaped first. What is not longer, and is escaped for the output, costs
 * no more than the output's length allows.
 */
function within(work: Work, text: string): string {
  work.spend(text.length);
  work.fits(text);
  return text;
}
