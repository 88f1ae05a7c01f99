import { markup, type Markup } from './markup.js';
import type { Destination } from './messages.js';

/** One for each kind of destination, in the colour of the text. They stand in the page itself, like the style sheet. */
export const ICONS: Readonly<Record<Destination, Markup>> = {
  web: icon(markup`<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c5 5.5 5 12.5 0 18c-5-5.5-5-12.5 0-18"/>`),
  loopback: icon(markup`<rect x="2.5" y="4" width="19" height="16" rx="3"/><path d="m7 9 3.5 3L7 15m6.5 0H17"/>`),
  privateUse: icon(markup`<rect x="6.5" y="2.5" width="11" height="19" rx="2.5"/><path d="M11 18h2"/>`),
};

function icon(shapes: Markup): Markup {
  return markup`<svg viewBox="0 0 24 24" width="26" height="26" fill="none" stroke="currentColor" stroke-width="1.75"
stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`;
}
