import type { Scope } from '../model/scope.js';
import type { Language } from './language.js';

/**
 * Every text of the consent page, once per language. Plain text, never markup; a place like `{host}` is filled in by
 * markup.ts, and catalogues.test.ts holds all catalogues to the same places.
 */
export interface Messages {
  /** The `lang` attribute. */
  readonly language: Language;
  readonly title: string;
  /** The question, by what kind of place the answer goes to. `{host}`, `{application}`. */
  readonly question: ByDestination;
  readonly destinationLabel: string;
  /** What kind of place that is, and when to say no. `{scheme}` for a private-use scheme. */
  readonly destination: ByDestination;
  /** What the client says of itself. `{name}`. */
  readonly nameClaim: string;
  readonly noName: string;
  readonly unverifiedLabel: string;
  readonly unverified: string;
  /** In place of that, for a client that names itself by its metadata document. `{host}` of the document. */
  readonly documented: string;
  /** `{application}` */
  readonly setUpByOperator: string;
  readonly scopesLegend: string;
  readonly scopesHint: string;
  readonly scopes: Readonly<Record<Scope, string>>;
  readonly allow: string;
  readonly deny: string;
  /** `{user}`, `{application}` */
  readonly signedInAs: string;
  readonly details: string;
  readonly detailRedirect: string;
  readonly detailClientId: string;
  readonly detailRegistered: string;
  readonly detailResource: string;
  readonly detailExpires: string;
  /** Told above the form when an answer did not come about. */
  readonly alerts: Readonly<Record<Alert, string>>;
  /** Pages that stand in place of the form. */
  readonly notices: Readonly<Record<Notice, { readonly title: string; readonly text: string }>>;
  readonly tryAgain: string;
}

type ByDestination = Readonly<Record<Destination, string>>;

/** Where the browser goes with the answer: a website, a program listening on this computer, an app opened by its links. */
export type Destination = 'web' | 'loopback' | 'privateUse';

export type Alert = 'noScopeChosen' | 'hostAway';

export type Notice =
  'notFound' | 'unverifiedForm' | 'badForm' | 'unavailable' | 'requestLost' | 'notConnected' | 'fault';
