import type { Response } from 'express';
import type { Html } from '../web/html.js';
import { html } from '../web/html.js';
import type { Visitor } from '../web/visitor.js';

/** "21 November 2026". */
export function day(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}

/** "in 9 minutes", "in 1 minute"; never less than that. */
export function timeLeft(until: Date): string {
  const minutes = Math.max(1, Math.round((until.getTime() - Date.now()) / 60_000));
  return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

export interface Meaning {
  readonly heading: string;
  readonly text: string;
}

const MEANINGS: Readonly<Record<string, Meaning>> = {
  read: { heading: 'Read your notes', text: 'List and search everything that you have written.' },
  write: { heading: 'Add notes', text: 'Write new notes on your behalf. It cannot change or delete notes.' },
  ai: { heading: 'Summarise your notes', text: 'Let Acme Notes prepare summaries for it.' },
  offline_access: { heading: 'Stay connected', text: 'Keep this access while you are away, until you disconnect it.' },
};

/** The meaning of a scope in this application; `text` is Gatehouse's description, the fallback. */
export function meaningOf(scope: string, text = ''): Meaning {
  return MEANINGS[scope] ?? { heading: scope, text };
}

export interface Page {
  readonly title: string;
  /** `narrow` is a single card in the middle, for one decision at a time. */
  readonly width?: 'narrow' | 'wide';
  /** Path of this page's navigation entry. */
  readonly current?: string;
  readonly body: Html;
}

/** Sends a whole page. `visitor` is undefined if the visitor is unknown. */
export function sendPage(response: Response, status: number, visitor: Visitor | undefined, page: Page): void {
  response.status(status).type('html').send(wholePage(visitor, page).markup);
}

/** The hidden field that every form needs; see web/visitor.ts. */
export function csrfField(visitor: Visitor): Html {
  return html`<input type="hidden" name="csrf" value="${visitor.csrfToken}" />`;
}

function wholePage(visitor: Visitor | undefined, page: Page): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} · Acme Notes</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/style.css" />
        <link rel="stylesheet" href="/assets/blocks.css" />
        <link rel="stylesheet" href="/assets/forms.css" />
        <link rel="stylesheet" href="/assets/notes.css" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="bar">
          <div class="bar-inner">
            <a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28" />Acme Notes</a>
            ${visitor?.user ? navigation(visitor, visitor.user.name, page.current) : undefined}
          </div>
        </header>
        <main id="main" class="${page.width ?? 'wide'}">${page.body}</main>
        <footer class="foot">Acme Notes is a demo. <a href="/help">Help</a></footer>
      </body>
    </html> `;
}

const ENTRIES = [
  { path: '/', label: 'Notes' },
  { path: '/apps', label: 'Connected apps' },
  { path: '/help', label: 'Help' },
];

function navigation(visitor: Visitor, name: string, current: string | undefined): Html {
  return html`<nav aria-label="Main">
      <ul class="nav">
        ${ENTRIES.map(
          ({ path, label }) =>
            html`<li><a href="${path}" ${path === current ? html` aria-current="page"` : undefined}>${label}</a></li>`,
        )}
      </ul>
    </nav>
    <form class="who" method="post" action="/sign-out">
      ${csrfField(visitor)}
      <span class="who-name">${name}</span>
      <button class="quiet" type="submit">Sign out</button>
    </form>`;
}

export const NOT_FOUND = problem('Page not found', 'Check the address. The page may have moved.');

export const FORM_REFUSED = problem(
  'This form is no longer valid',
  'It did not come from a page of Acme Notes, or you signed in or out after you opened it. No changes were made. Go back, reload the page and submit the form again.',
);

export const BROKEN = problem('Something went wrong', 'Something failed on our side. Try again in a moment.');

function problem(title: string, text: string): Page {
  return {
    title,
    width: 'narrow',
    body: html`<div class="card">
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      <p><a class="button primary" href="/">Go to your notes</a></p>
    </div>`,
  };
}
