import { BRAND_META } from '../api/brand.js';
import { HTML_ESCAPES } from '../partials/functions/escaping.js';
import type { Brand } from './brand.js';

/** Inserts the brand into the built page: the name before any script has run, and the colors before anything is drawn. */
export function brandedPage(page: string, { body, favicon, styles }: Brand, prefix: string): string {
  const withTitle = body.name === undefined ? page : replaced(page, TITLE, `<title>${escape(body.name)}</title>`);
  const withIcon =
    favicon === undefined
      ? withTitle
      : replaced(withTitle, ICON, `<link rel="icon" href="${prefix}/${favicon.path}" type="${favicon.contentType}" />`);
  const tags = [
    ...(styles === undefined ? [] : [`<link rel="stylesheet" href="${prefix}/${styles.path}" />`]),
    ...(Object.keys(body).length === 0
      ? []
      : [`<meta name="${BRAND_META}" content="${escape(JSON.stringify(body))}" />`]),
  ];
  // After the page's own style sheet, whose variables the brand's replaces.
  return tags.length === 0 ? withIcon : replaced(withIcon, END_OF_HEAD, `${tags.join('\n    ')}\n  </head>`);
}

const TITLE = /<title>[^<]*<\/title>/;
const ICON = /<link rel="icon"[^>]*>/;
const END_OF_HEAD = /<\/head>/;

function replaced(page: string, part: RegExp, by: string): string {
  if (!part.test(page)) throw new Error(`the page of the admin application has no ${String(part)}; run make build`);
  // A function, because a text may contain "$&".
  return page.replace(part, () => by);
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? '');
}
