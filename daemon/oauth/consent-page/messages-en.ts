import { SCOPE_DESCRIPTIONS } from '../model/scope.js';
import type { Messages } from './messages.js';

export const ENGLISH: Messages = {
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
