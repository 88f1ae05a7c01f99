import type { Work } from '../../execute/work.js';
import type { Printer } from '../../format/printer.js';
import { print } from '../../format/print.js';
import { html } from '../../functions/html.js';
import { printed } from '../../functions/printed.js';
import { urlQuery } from '../../functions/url-query.js';
import { isNil } from '../../values/value.js';
import type { Value } from '../../values/value.js';
import { escapeAttributeName } from './attribute-name.js';
import { escapeMarkup, escapeUnquoted } from './markup.js';
import { escapeSrcset } from './srcset.js';
import { escapeUrlComponent, filterUrl, normalizeUrl } from './url.js';

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
