import type { Scope } from '../model/scope.js';
import { SCOPE_DESCRIPTIONS } from '../model/scope.js';
import type { Language } from './language.js';

/**
 * Every text of the consent page, once per language. Plain text, never markup. markup.ts fills placeholders like `{host}`,
 * and messages.test.ts verifies that all catalogs have the same ones.
 */
export interface Messages {
  /** The `lang` attribute. */
  readonly language: Language;
  readonly title: string;
  /** The question, by kind of destination of the answer. `{host}`, `{application}`. */
  readonly question: ByDestination;
  readonly destinationLabel: string;
  /** The kind of destination, and when to say no. `{scheme}` for a private-use scheme. */
  readonly destination: ByDestination;
  /** The client's claims about itself. `{name}`. */
  readonly nameClaim: string;
  readonly noName: string;
  readonly unverifiedLabel: string;
  readonly unverified: string;
  /** The alternative for a client identified by its metadata document. `{host}` of the document. */
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
  /** Shown above the form if an answer could not be processed. */
  readonly alerts: Readonly<Record<Alert, string>>;
  /** Pages shown instead of the form. */
  readonly notices: Readonly<Record<Notice, { readonly title: string; readonly text: string }>>;
  readonly tryAgain: string;
}

type ByDestination = Readonly<Record<Destination, string>>;

/** Where the browser goes with the answer: a website, a program listening on this computer, an app opened by its links. */
export type Destination = 'web' | 'loopback' | 'privateUse';

export type Alert = 'noScopeChosen' | 'hostAway';

export type Notice =
  | 'notFound'
  | 'unverifiedForm'
  | 'badForm'
  | 'unavailable'
  | 'requestLost'
  | 'notConnected'
  | 'fault';

const ENGLISH: Messages = {
  language: 'en',
  title: 'Allow access?',
  question: {
    web: 'Allow {host} to use your account at {application}?',
    loopback: 'Allow a program on this computer to use your account at {application}?',
    privateUse: 'Allow an app on this device to use your account at {application}?',
  },
  destinationLabel: 'Access will be given to',
  destination: {
    web: 'This website will get access. Allow access only if you just started this connection yourself.',
    loopback:
      'This address is a program on this computer, not a website. Allow access only if you just started connecting a program here yourself.',
    privateUse:
      'Links that start with {scheme} open an app on this device. Allow access only if you just started connecting that app yourself.',
  },
  nameClaim: 'It calls itself {name}.',
  noName: 'It did not provide a name.',
  unverifiedLabel: 'Not verified',
  unverified: 'It registered itself here. We have not checked who runs it.',
  documented: 'The website {host} vouches for it. We have not checked who runs it.',
  setUpByOperator: 'It was set up by the people who run {application}.',
  scopesLegend: 'Permissions',
  scopesHint: 'Clear any permission that you don’t want to give.',
  scopes: SCOPE_DESCRIPTIONS,
  allow: 'Allow access',
  deny: 'Deny',
  signedInAs: 'You are signed in to {application} as {user}.',
  details: 'Details of this request',
  detailRedirect: 'Return address',
  detailClientId: 'Client ID',
  detailRegistered: 'Registered on',
  detailResource: 'Access to',
  detailExpires: 'Respond by',
  alerts: {
    noScopeChosen: 'Select at least one permission, or deny access.',
    hostAway: 'We couldn’t save your response. This request is still open. Try again in a moment.',
  },
  notices: {
    notFound: {
      title: 'This request is no longer open',
      text: 'It may have expired, been answered already, or belong to another user. Go back to the app or website that you want to connect and start again.',
    },
    unverifiedForm: {
      title: 'We couldn’t accept your response',
      text: 'We couldn’t verify that this response came from our page. Open the page again and respond there.',
    },
    badForm: {
      title: 'We couldn’t read your response',
      text: 'The data that we received does not match the form on our page. Open the page again and respond there.',
    },
    unavailable: {
      title: 'Not available right now',
      text: 'We can’t show or process this request right now. Try again in a moment.',
    },
    requestLost: {
      title: 'This request was lost',
      text: 'We couldn’t save your response, and this request is no longer open. Go back to the app or website that you want to connect and start again.',
    },
    notConnected: {
      title: 'Not connected yet',
      text: 'This service is not connected to its application yet. Try again later.',
    },
    fault: {
      title: 'Something went wrong',
      text: 'An error occurred on our side and was logged. Try again later.',
    },
  },
  tryAgain: 'Try again',
};

const GERMAN: Messages = {
  language: 'de',
  title: 'Zugriff erlauben?',
  question: {
    web: 'Darf {host} Ihr Konto bei {application} benutzen?',
    loopback: 'Darf ein Programm auf diesem Computer Ihr Konto bei {application} benutzen?',
    privateUse: 'Darf eine App auf diesem Gerät Ihr Konto bei {application} benutzen?',
  },
  destinationLabel: 'Zugriff erhält',
  destination: {
    web: 'Diese Website erhält den Zugriff. Erlauben Sie ihn nur, wenn Sie die Verbindung soeben selbst begonnen haben.',
    loopback:
      'Diese Adresse ist ein Programm auf diesem Computer, keine Website. Erlauben Sie den Zugriff nur, wenn Sie hier soeben selbst ein Programm verbinden wollten.',
    privateUse:
      'Links, die mit {scheme} beginnen, öffnen eine App auf diesem Gerät. Erlauben Sie den Zugriff nur, wenn Sie diese App soeben selbst verbinden wollten.',
  },
  nameClaim: 'Nach eigenen Angaben: {name}.',
  noName: 'Es wurde kein Name angegeben.',
  unverifiedLabel: 'Nicht geprüft',
  unverified: 'Die Registrierung erfolgte automatisch. Wir haben nicht geprüft, wer dahintersteht.',
  documented: 'Die Website {host} bürgt dafür. Wir haben nicht geprüft, wer dahintersteht.',
  setUpByOperator: 'Eingerichtet von den Betreibern von {application}.',
  scopesLegend: 'Berechtigungen',
  scopesHint: 'Entfernen Sie die Häkchen bei allem, was Sie nicht erlauben möchten.',
  scopes: {
    read: 'Die Daten sehen, die Sie in dieser Anwendung sehen können.',
    write: 'In Ihrem Namen Daten anlegen, ändern und löschen.',
    ai: 'In Ihrem Namen die KI-Funktionen dieser Anwendung benutzen.',
    offline_access: 'Verbunden bleiben, während Sie die Anwendung nicht benutzen.',
  },
  allow: 'Zugriff erlauben',
  deny: 'Ablehnen',
  signedInAs: 'Sie sind bei {application} angemeldet als {user}.',
  details: 'Einzelheiten dieser Anfrage',
  detailRedirect: 'Adresse, zu der Sie zurückkehren',
  detailClientId: 'Client-ID',
  detailRegistered: 'Registriert am',
  detailResource: 'Zugriff auf',
  detailExpires: 'Antwort möglich bis',
  alerts: {
    noScopeChosen: 'Wählen Sie mindestens eine Berechtigung aus, oder lehnen Sie den Zugriff ab.',
    hostAway:
      'Ihre Antwort konnte nicht gespeichert werden. Diese Anfrage ist noch offen. Versuchen Sie es gleich noch einmal.',
  },
  notices: {
    notFound: {
      title: 'Diese Anfrage ist nicht mehr offen',
      text: 'Sie ist möglicherweise abgelaufen, schon beantwortet oder gehört zu einem anderen Konto. Gehen Sie zurück zu der App oder Website, die Sie verbinden möchten, und beginnen Sie dort noch einmal.',
    },
    unverifiedForm: {
      title: 'Ihre Antwort wurde nicht angenommen',
      text: 'Es ließ sich nicht prüfen, ob diese Antwort von unserer Seite kam. Öffnen Sie die Seite noch einmal und antworten Sie dort.',
    },
    badForm: {
      title: 'Ihre Antwort war nicht lesbar',
      text: 'Die empfangenen Daten passen nicht zum Formular auf unserer Seite. Öffnen Sie die Seite noch einmal und antworten Sie dort.',
    },
    unavailable: {
      title: 'Gerade nicht erreichbar',
      text: 'Diese Anfrage kann gerade weder angezeigt noch beantwortet werden. Versuchen Sie es gleich noch einmal.',
    },
    requestLost: {
      title: 'Diese Anfrage ist verloren gegangen',
      text: 'Ihre Antwort konnte nicht gespeichert werden, und diese Anfrage ist nicht mehr offen. Gehen Sie zurück zu der App oder Website, die Sie verbinden möchten, und beginnen Sie dort noch einmal.',
    },
    notConnected: {
      title: 'Noch nicht verbunden',
      text: 'Dieser Dienst ist noch nicht mit seiner Anwendung verbunden. Versuchen Sie es später noch einmal.',
    },
    fault: {
      title: 'Etwas ist schiefgegangen',
      text: 'Auf unserer Seite ist ein Fehler aufgetreten. Er wurde aufgezeichnet. Versuchen Sie es später noch einmal.',
    },
  },
  tryAgain: 'Noch einmal versuchen',
};

export const CATALOGS: Readonly<Record<Language, Messages>> = { en: ENGLISH, de: GERMAN };
