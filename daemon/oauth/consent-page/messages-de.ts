import type { Messages } from './messages.js';

export const GERMAN: Messages = {
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
