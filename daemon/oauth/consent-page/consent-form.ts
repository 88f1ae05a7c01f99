import type { Response } from '../../http/response.js';
import { isClientDocumentUrl } from '../model/client.js';
import type { PendingRequestView } from '../model/pending-request.js';
import { formTargets, pageAnswer } from './layout.js';
import type { Markup } from './markup.js';
import { fill, markup } from './markup.js';
import type { Alert, Destination, Messages } from './messages.js';

/** One icon for each kind of destination, in the color of the text. They are inlined in the page, like the style sheet. */
const ICONS: Readonly<Record<Destination, Markup>> = {
  web: icon(markup`<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c5 5.5 5 12.5 0 18c-5-5.5-5-12.5 0-18"/>`),
  loopback: icon(markup`<rect x="2.5" y="4" width="19" height="16" rx="3"/><path d="m7 9 3.5 3L7 15m6.5 0H17"/>`),
  privateUse: icon(markup`<rect x="6.5" y="2.5" width="11" height="19" rx="2.5"/><path d="M11 18h2"/>`),
};

function icon(shapes: Markup): Markup {
  return markup`<svg viewBox="0 0 24 24" width="26" height="26" fill="none" stroke="currentColor" stroke-width="1.75"
stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`;
}

/** Names of the form's fields. */
export const FIELDS = { csrfToken: 'csrf_token', scope: 'scope', decision: 'decision' } as const;

export interface ConsentForm {
  readonly status: number;
  readonly view: PendingRequestView;
  /** The application's display name of the user; may be empty. */
  readonly userName: string;
  /** The display name of the application: its name, or the host of the issuer with its path. */
  readonly application: string;
  /** The form's target. */
  readonly action: string;
  readonly csrfToken: string;
  readonly chosenScopes: readonly string[];
  readonly alert?: Alert;
  readonly retryAfterSeconds?: number;
}

/**
 * The page with the question. It is ordered by trust: the destination is verified, so it comes first; the name is a claim of
 * the client, so it comes later and is marked as a claim. Deny precedes allow, so that Enter denies.
 */
export function consentFormPage(messages: Messages, form: ConsentForm): Response {
  const { view } = form;
  const application = markup`<bdi translate="no"><strong>${form.application}</strong></bdi>`;
  const host = markup`<strong translate="no">${view.redirectHost}</strong>`;
  const destination = destinationOf(view);
  return pageAnswer(messages, {
    status: form.status,
    title: `${messages.title} ${view.redirectHost} – ${form.application}`,
    formAction: formTargets(view.redirectUri),
    ...(form.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: form.retryAfterSeconds }),
    main: markup`<main>
${form.alert === undefined ? undefined : markup`<p class="alert" role="alert">${messages.alerts[form.alert]}</p>`}
${parties(destination, form.application)}
<h1>${fill(messages.question[destination], { application, host })}</h1>
<section class="inset">
<p class="label">${messages.destinationLabel}</p>
<p class="host" translate="no">${view.redirectHost}</p>
<p>${fill(messages.destination[destination], { scheme: host })}</p>
${clientClaim(messages, form)}
</section>
<form method="post" action="${form.action}" autocomplete="off">
<input type="hidden" name="${FIELDS.csrfToken}" value="${form.csrfToken}">
<input class="sent" hidden>
<fieldset aria-describedby="scopes-hint">
<legend>${messages.scopesLegend}</legend>
<p class="soft" id="scopes-hint">${messages.scopesHint}</p>
<ul>
${view.scopes.map(({ scope }) => scopeChoice(messages.scopes[scope], scope, form.chosenScopes.includes(scope)))}
</ul>
</fieldset>
<div class="actions" tabindex="-1">
<button name="${FIELDS.decision}" value="deny">${messages.deny}</button>
<button name="${FIELDS.decision}" value="grant" class="primary">${messages.allow}</button>
</div>
</form>
${signedIn(messages, form)}
${details(messages, view)}
</main>`,
  });
}

/** Illustrates the question for sighted users: an arrow from the application's initial to the destination. */
function parties(destination: Destination, application: string): Markup {
  const [initial = ''] = application.toLocaleUpperCase();
  return markup`<div class="parties" aria-hidden="true">
<span class="tile">${initial}</span><span class="way"></span><span class="tile plain">${ICONS[destination]}</span>
</div>`;
}

function destinationOf(view: PendingRequestView): Destination {
  if (view.redirectIsLoopback) return 'loopback';
  return /^https?:/.test(view.redirectUri) ? 'web' : 'privateUse';
}

/** The name has its own box, so that its content cannot continue as if it were our text. */
function clientClaim(messages: Messages, { view, application }: ConsentForm): Markup {
  const name = markup`<bdi class="claim" translate="no">${view.clientName}</bdi>`;
  const claim = view.clientName === '' ? markup`${messages.noName}` : fill(messages.nameClaim, { name });
  if (!view.clientSelfRegistered) {
    return markup`<p class="soft">${claim} ${fill(messages.setUpByOperator, { application })}</p>`;
  }
  const behind = isClientDocumentUrl(view.clientId)
    ? fill(messages.documented, { host: markup`<strong translate="no">${new URL(view.clientId).host}</strong>` })
    : markup`${messages.unverified}`;
  return markup`<p class="soft"><span class="badge">${messages.unverifiedLabel}</span>${claim} ${behind}</p>`;
}

function scopeChoice(meaning: string, scope: string, chosen: boolean): Markup {
  const checked = chosen ? markup` checked` : undefined;
  return markup`<li><label><input type="checkbox" name="${FIELDS.scope}" value="${scope}"${checked}>
<span>${meaning} <code translate="no">${scope}</code></span></label></li>
`;
}

function signedIn(messages: Messages, { userName, application }: ConsentForm): Markup | undefined {
  if (userName === '') return undefined;
  const user = markup`<bdi translate="no"><strong>${userName}</strong></bdi>`;
  return markup`<p class="soft signed-in">${fill(messages.signedInAs, { user, application })}</p>`;
}

function details(messages: Messages, view: PendingRequestView): Markup {
  const day = new Intl.DateTimeFormat(messages.language, { dateStyle: 'long', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(messages.language, { timeStyle: 'long', timeZone: 'UTC' });
  const rows: readonly (readonly [string, string])[] = [
    [messages.detailRedirect, view.redirectUri],
    [messages.detailResource, view.resource],
    [messages.detailClientId, view.clientId],
    [messages.detailRegistered, day.format(view.clientRegisteredAt)],
    [messages.detailExpires, time.format(view.expiresAt)],
  ];
  return markup`<details>
<summary>${messages.details}</summary>
<dl>
${rows.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}
</dl>
</details>`;
}
