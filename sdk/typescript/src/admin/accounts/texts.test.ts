import { expect } from 'chai';
import { say } from '../model/write-texts.js';
import { sayAccount } from './texts.js';

const OF_ACCOUNTS: Readonly<Record<Parameters<typeof sayAccount>[0], readonly [english: RegExp, german: RegExp]>> = {
  notAllowed: [/may not manage/, /dürfen/],
  holdsMore: [/administrator has permissions/, /Dieser Administrator/],
  roleHoldsMore: [/role has permissions/, /Diese Rolle/],
  roleOfMore: [/with this role has/, /mit dieser Rolle/],
  grantsMore: [/grant only permissions/, /nur Rechte vergeben/],
  onlySuperusers: [/Only superusers/, /nur Superuser/],
  lastSuperuser: [/last active superuser/, /letzte aktive Superuser/],
  neverDeleted: [/deactivated, not deleted/, /deaktiviert, nicht gelöscht/],
  roleInUse: [/still has this role/, /hat noch diese Rolle/],
  taken: [/already taken/, /bereits vergeben/],
  badLogin: [/A login has/, /Ein Anmeldename/],
  badCode: [/A code consists/, /Ein Code besteht/],
  badPermissions: [/list of permissions/, /Liste von Rechten/],
};
const OF_WRITES: Readonly<Record<Parameters<typeof say>[0], readonly [english: RegExp, german: RegExp]>> = {
  taken: [/already taken/, /bereits vergeben/],
  required: [/required/, /erforderlich/],
  needed: [/still refer/, /verweisen noch/],
  missing: [/does not exist/, /existiert nicht/],
  notAllowed: [/does not allow/, /lässt das nicht zu/],
  unfit: [/cannot store/, /kann das nicht speichern/],
  tooLong: [/too long/, /zu lang/],
  digits: [/15 digits/, /15 Stellen/],
  notOffered: [/available choices/, /keine der Möglichkeiten/],
  linked: [/cannot be unlinked/, /lässt sich nicht lösen/],
};

describe('messages of the SDK in five languages', () => {
  for (const [what, speak, texts] of [
    ['accounts', sayAccount, OF_ACCOUNTS],
    ['writes', say, OF_WRITES],
  ] as const) {
    it(`explain what is wrong with ${what}`, () => {
      for (const [text, [english, german]] of Object.entries(texts)) {
        for (const locale of ['en', 'it', 'del', 'constructor', ''])
          expect(speak(text as never, locale), text).to.match(english);
        for (const locale of ['de', 'de-AT']) expect(speak(text as never, locale), text).to.match(german);
        const others = ['es', 'fr-CA', 'ar'].map((locale) => speak(text as never, locale));
        expect(new Set([...others, speak(text as never, 'en'), speak(text as never, 'de')]).size, text).to.equal(5);
      }
    });
  }
});
