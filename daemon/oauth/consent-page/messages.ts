import type { Scope } from '../model/scope.js';
import { SCOPE_DESCRIPTIONS } from '../model/scope.js';
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
    web: 'This website receives the access. Allow it only if you have just started connecting it yourself.',
    loopback:
      'This address is a program on this computer, not a website. Allow it only if you have just started connecting a program here yourself.',
    privateUse:
      'Links that begin with {scheme} open an app on this device. Allow it only if you have just started connecting that app yourself.',
  },
  nameClaim: 'It calls itself {name}.',
  noName: 'It has not given itself a name.',
  unverifiedLabel: 'Not verified',
  unverified: 'It registered itself here; nobody has checked who is behind it.',
  documented: 'Who runs the website {host} vouches for it; nobody else has checked who is behind it.',
  setUpByOperator: 'It was set up by the people who run {application}.',
  scopesLegend: 'What it may do',
  scopesHint: 'Clear whatever you do not want to allow.',
  scopes: SCOPE_DESCRIPTIONS,
  allow: 'Allow access',
  deny: 'Deny',
  signedInAs: 'You are signed in to {application} as {user}.',
  details: 'Details of this request',
  detailRedirect: 'Address that you go back to',
  detailClientId: 'Client ID',
  detailRegistered: 'Registered on',
  detailResource: 'Access to',
  detailExpires: 'Answer by',
  alerts: {
    noScopeChosen: 'Nothing is chosen. Choose at least one thing that it may do, or deny access.',
    hostAway: 'Your answer could not be saved just now. This request is still open: please try again in a moment.',
  },
  notices: {
    notFound: {
      title: 'This request is no longer open',
      text: 'It may have expired, may have been answered already, or was opened for somebody else. Go back to the app or website that you wanted to connect, and start connecting again there.',
    },
    unverifiedForm: {
      title: 'Your answer was not accepted',
      text: 'It could not be made sure that this answer came from the page that we showed you. Open the page again and answer there.',
    },
    badForm: {
      title: 'Your answer could not be read',
      text: 'What arrived was not the form of this page. Open the page again and answer there.',
    },
    unavailable: {
      title: 'Not available right now',
      text: 'This request cannot be shown or answered just now. Please try again in a moment.',
    },
    requestLost: {
      title: 'This request was lost',
      text: 'Your answer could not be saved, and this request could not be kept. Go back to the app or website that you wanted to connect, and start connecting again there.',
    },
    notConnected: {
      title: 'Not connected yet',
      text: 'This service is not connected to its application. Please try again later.',
    },
    fault: {
      title: 'Something went wrong',
      text: 'The fault is ours, and it has been recorded. Please try again later.',
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
  noName: 'Einen Namen hat es nicht angegeben.',
  unverifiedLabel: 'Nicht geprüft',
  unverified: 'Die Anmeldung geschah automatisch; niemand hat geprüft, wer dahintersteht.',
  documented: 'Dafür bürgen die Betreiber der Website {host}; sonst hat niemand geprüft, wer dahintersteht.',
  setUpByOperator: 'Eingerichtet von den Betreibern von {application}.',
  scopesLegend: 'Was erlaubt wird',
  scopesHint: 'Entfernen Sie, was Sie nicht erlauben möchten.',
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
  detailExpires: 'Zu beantworten bis',
  alerts: {
    noScopeChosen: 'Es ist nichts ausgewählt. Wählen Sie mindestens eine Erlaubnis, oder lehnen Sie ab.',
    hostAway:
      'Ihre Antwort konnte gerade nicht gespeichert werden. Diese Anfrage ist noch offen: Versuchen Sie es gleich noch einmal.',
  },
  notices: {
    notFound: {
      title: 'Diese Anfrage ist nicht mehr offen',
      text: 'Sie ist vielleicht abgelaufen, schon beantwortet oder für jemand anderen geöffnet worden. Gehen Sie zurück zu der App oder Website, die Sie verbinden wollten, und beginnen Sie dort noch einmal.',
    },
    unverifiedForm: {
      title: 'Ihre Antwort wurde nicht angenommen',
      text: 'Es ließ sich nicht sicherstellen, dass diese Antwort von unserer Seite kam. Öffnen Sie die Seite noch einmal und antworten Sie dort.',
    },
    badForm: {
      title: 'Ihre Antwort war nicht lesbar',
      text: 'Angekommen ist nicht das Formular dieser Seite. Öffnen Sie die Seite noch einmal und antworten Sie dort.',
    },
    unavailable: {
      title: 'Gerade nicht erreichbar',
      text: 'Diese Anfrage kann gerade weder gezeigt noch beantwortet werden. Versuchen Sie es gleich noch einmal.',
    },
    requestLost: {
      title: 'Diese Anfrage ist verloren gegangen',
      text: 'Ihre Antwort konnte nicht gespeichert und diese Anfrage nicht aufbewahrt werden. Gehen Sie zurück zu der App oder Website, die Sie verbinden wollten, und beginnen Sie dort noch einmal.',
    },
    notConnected: {
      title: 'Noch nicht verbunden',
      text: 'Dieser Dienst ist nicht mit seiner Anwendung verbunden. Versuchen Sie es später noch einmal.',
    },
    fault: {
      title: 'Etwas ist schiefgegangen',
      text: 'Der Fehler liegt bei uns und wurde festgehalten. Versuchen Sie es später noch einmal.',
    },
  },
  tryAgain: 'Noch einmal versuchen',
};

export const CATALOGUES: Readonly<Record<Language, Messages>> = { en: ENGLISH, de: GERMAN };
