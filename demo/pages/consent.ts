import type { PendingRequestView, RequestedScope } from '@gatehouse/host';
import { html, type Html } from '../web/html.js';
import type { Visitor } from '../web/visitor.js';
import type { User } from '../db/users.js';
import { csrfField, type Page } from './layout.js';
import { meaningOf } from './scopes.js';
import { day, timeLeft } from './times.js';

export interface ConsentForm {
  readonly visitor: Visitor;
  readonly user: User;
  readonly requestId: string;
  readonly view: PendingRequestView;
  /** Whether the user pressed Allow with nothing ticked. */
  readonly nothingTicked: boolean;
}

/**
 * The one place where a user decides about a client. What the client says about itself is a claim; where the answer goes
 * is a fact, so that comes first. The first button is what the key Enter presses in a form: it is the safe answer.
 */
export function consentPage({ visitor, user, requestId, view, nothingTicked }: ConsentForm): Page {
  return {
    title: `Connect ${view.redirectHost}`,
    width: 'narrow',
    body: html`<div class="card consent">
      <div class="pair">
        <img src="/assets/client.svg" alt="" width="44" height="44" />
        <img src="/assets/icon.svg" alt="" width="44" height="44" />
      </div>
      <h1>Connect <span class="host">${view.redirectHost}</span> to your notes?</h1>
      <p class="lead">If you allow it, ${destination(view)}</p>
      ${identity(view)}
      <form method="post" action="/connect" class="stack">
        ${csrfField(visitor)}
        <input type="hidden" name="request" value="${requestId}" />
        ${
          nothingTicked
            ? html`<p class="notice bad" role="alert" id="problem">
                Nothing is ticked. Tick at least one entry to allow, or choose Deny.
              </p>`
            : undefined
        }
        <fieldset${nothingTicked ? html` aria-describedby="problem"` : undefined}>
          <legend>It may</legend>
          ${view.scopes.map((scope) => checkbox(scope, !nothingTicked))}
        </fieldset>
        <div class="decide">
          <button class="secondary" type="submit" name="decision" value="deny">Deny</button>
          <button class="primary" type="submit" name="decision" value="allow">Allow</button>
        </div>
      </form>
      <p class="hint">
        Signed in as <strong>${user.name}</strong> (${user.email}). You can disconnect the app at any time under
        <a href="/apps">Connected apps</a>.
      </p>
      ${details(view)}
    </div>`,
  };
}

/** What kind of place the answer goes to. */
function destination({ redirectIsLoopback, redirectUri }: PendingRequestView): string {
  if (redirectIsLoopback) return 'access goes to a program that runs on this computer.';
  if (/^https?:/.test(redirectUri)) return 'you are sent to this address, and it gets access.';
  return 'access goes to the app on this device that opens such addresses.';
}

function checkbox({ scope, description }: RequestedScope, ticked: boolean): Html {
  const { heading, text } = meaningOf(scope, description);
  return html`<label class="check">
    <input type="checkbox" name="scope" value="${scope}" ${ticked ? html` checked` : undefined} />
    <span><strong>${heading}</strong><br />${text}</span>
  </label>`;
}

function identity(view: PendingRequestView): Html {
  const name = view.clientName === '' ? html`It gives no name.` : html`It calls itself <b>“${view.clientName}”</b>.`;
  return view.clientSelfRegistered
    ? html`<p class="notice warn">
        ${name} The app registered itself on ${day(view.clientRegisteredAt)}, and nobody has checked who is behind it.
        Allow it only if <strong>you</strong> started this just now.
      </p>`
    : html`<p class="notice good">${name} It was set up by the people who run Acme Notes.</p>`;
}

function details(view: PendingRequestView): Html {
  return html`<details>
    <summary>Technical details</summary>
    <dl>
      <dt>Return address</dt>
      <dd>${view.redirectUri}</dd>
      <dt>Client id</dt>
      <dd>${view.clientId}</dd>
      <dt>Access to</dt>
      <dd>${view.resource}</dd>
      <dt>This request expires</dt>
      <dd>${timeLeft(view.expiresAt)}</dd>
    </dl>
  </details>`;
}
