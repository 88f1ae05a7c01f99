import type { Response } from '../../http/response.js';
import { pageAnswer } from './layout.js';
import { markup } from './markup.js';
import type { Messages, Notice } from './messages.js';

export interface NoticePage {
  readonly status: number;
  readonly notice: Notice;
  /** Where a link "try again" leads; absent where trying again cannot help. */
  readonly tryAgainAt?: string;
  readonly retryAfterSeconds?: number;
}

/** A page that tells why there is no consent form, and what to do. */
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
