import { html } from '../web/html.js';
import type { Page } from './layout.js';

/** Missing, another user's, used or expired: which of them is told to nobody, so the text fits all four. */
export const REQUEST_GONE: Page = {
  title: 'This request is no longer open',
  width: 'narrow',
  body: html`<div class="card">
    <h1>This request is no longer open</h1>
    <p class="lead">It may have been answered already, it may have expired, or it belongs to another account.</p>
    <ol class="steps">
      <li>Go back to the app that you want to connect.</li>
      <li>Choose “connect” or “sign in” there once more.</li>
      <li>Answer the new request within ten minutes, signed in with the same account.</li>
    </ol>
    <p class="actions">
      <a class="button primary" href="/">Go to your notes</a>
      <a class="button secondary" href="/apps">Connected apps</a>
    </p>
  </div>`,
};

/** The daemon, or a peer of it, does not answer. Trying again leads to the request, or to REQUEST_GONE. */
export function tryAgainPage(path: string): Page {
  return {
    title: 'Please try again',
    width: 'narrow',
    body: html`<div class="card">
      <h1>Connecting apps is not possible right now</h1>
      <p class="lead">The service behind this page does not answer just now. Please try again in a moment.</p>
      <p><a class="button primary" href="${path}">Try again</a></p>
    </div>`,
  };
}
