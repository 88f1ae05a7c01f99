import { sha256 } from '../../core/crypto.js';
import type { Header, Response } from '../../http/response.js';
import { Markup, markup } from './markup.js';
import type { Messages, Notice } from './messages.js';
import { STYLESHEET } from './stylesheet.js';

const STYLE_HASH = sha256(STYLESHEET).toString('base64');

/**
 * Where the form may lead. Chromium applies form-action also to the redirect that answers a form, so the policy has to name
 * the destination of the answer. It names nothing else, and a page without a form names nothing.
 */
export function formTargets(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol !== 'https:' && protocol !== 'http:') return `'self' ${protocol}`;
  return CSP_HOST.test(hostname) ? `'self' ${protocol}//${host}` : `'self' ${protocol}`;
}

/**
 * CSP's grammar supports no IPv6 literal and no underscore: a browser would drop the source and block the redirect. The
 * scheme is the narrowest valid source for such hosts. A URL parser also accepts ";" and ",", which would begin another
 * directive or policy; registration rejects such hosts, but the application's own tooling may not.
 */
const CSP_HOST = /^[a-z\d.-]+$/;

/**
 * Headers of every page. No Cross-Origin-Opener-Policy: clients in a browser open this page in a new window and wait for it
 * through window.opener, which any policy other than the default cuts permanently.
 */
export function pageHeaders(language: string, formAction: string): readonly Header[] {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "img-src 'none'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ];
  return [
    ['content-type', 'text/html; charset=utf-8'],
    ['content-language', language],
    ['content-security-policy', policy.join('; ')],
    ['x-frame-options', 'DENY'],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
    ['cache-control', 'no-store'],
  ];
}

const STYLE = new Markup(`<style>${STYLESHEET}</style>`);

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly main: Markup;
  /** The `form-action` of the page's policy. */
  readonly formAction: string;
  /** Seconds; sent where a retry may help. */
  readonly retryAfterSeconds?: number;
}

/** The frame and the headers of every page. */
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

export interface NoticePage {
  readonly status: number;
  readonly notice: Notice;
  /** The target of a "try again" link; absent where a retry cannot help. */
  readonly tryAgainAt?: string;
  readonly retryAfterSeconds?: number;
}

/** A page that explains why there is no consent form, and what to do. */
export function noticePage(messages: Messages, application: string, page: NoticePage): Response {
  const { title, text } = messages.notices[page.notice];
  const link =
    page.tryAgainAt === undefined
      ? undefined
      : markup`<div class="actions"><a class="button" href="${page.tryAgainAt}">${messages.tryAgain}</a></div>`;
  return pageAnswer(messages, {
    ...page,
    title,
    formAction: "'none'",
    main: markup`<main class="notice">
<p class="site" translate="no">${application}</p>
<h1>${title}</h1>
<p class="soft">${text}</p>
${link}
</main>`,
  });
}
