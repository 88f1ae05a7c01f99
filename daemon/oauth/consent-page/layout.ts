import type { Response } from '../../http/response.js';
import { pageHeaders } from './headers.js';
import { Markup, markup } from './markup.js';
import type { Messages } from './messages.js';
import { STYLESHEET } from './stylesheet.js';

const STYLE = new Markup(`<style>${STYLESHEET}</style>`);

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly main: Markup;
  /** The `form-action` of the page's policy. */
  readonly formAction: string;
  /** Seconds; sent where trying again may help. */
  readonly retryAfterSeconds?: number;
}

/** The frame that every page stands in, and the headers that every page has. */
export function pageAnswer({ language }: Messages, page: Page): Response {
  const headers = pageHeaders(language, page.formAction);
  const document = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title}</title>
${STYLE}
</head>
<body>
${page.main}
</body>
</html>
`;
  return {
    status: page.status,
    headers:
      page.retryAfterSeconds === undefined ? headers : [...headers, ['retry-after', String(page.retryAfterSeconds)]],
    body: document.html,
  };
}
