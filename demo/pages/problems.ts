import { html } from '../web/html.js';
import type { Page } from './layout.js';

export const NOT_FOUND = problem('There is no such page', 'The address may be mistyped, or the page may have moved.');

export const FORM_REFUSED = problem(
  'This form is no longer valid',
  'It did not come from a page of Acme Notes, or you signed in or out since it was opened. Nothing was changed. Go back, reload the page and send it again.',
);

export const BROKEN = problem('Something went wrong', 'The fault is ours. Please try again in a moment.');

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
