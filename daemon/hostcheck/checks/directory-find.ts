import { randomToken } from '../../core/random.js';
import { newAdministrator } from '../admin/administrators.js';
import { CALL } from '../admin/ports.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

export const directoryFind: Check = {
  name: 'directory/find',
  citation: 'admin_directory.proto: FindAdministrator',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator, passwordHash } = await newAdministrator(directory);
    const { login, email } = administrator;
    const advice = 'Compare login and e-mail address without regard to case, and answer what is stored.';
    for (const identifier of [login, login.toUpperCase(), email, email.toLowerCase()]) {
      const found = await directory.findCredentials(identifier, CALL);
      expectSame(`FindAdministrator of "${identifier}"`, found, { administrator, passwordHash }, advice);
    }
    for (const identifier of [randomToken(), login.slice(0, -1), `${login}%`, "' OR 1=1 --", ' ', '\u{1f989}']) {
      const found = await directory.findCredentials(identifier, CALL);
      expectSame(`FindAdministrator of "${identifier}"`, found?.administrator.login, undefined, advice);
    }
  },
};
