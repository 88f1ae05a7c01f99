import { randomToken } from '../../core/random.js';
import { newAdministrator, newToken, retirement } from '../admin/administrators.js';
import { CALL } from '../admin/ports.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

export const directoryAuthenticate: Check = {
  name: 'directory/authenticate',
  citation: 'admin_directory.proto: AuthenticateToken',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator } = await newAdministrator(directory);
    const token = newToken(administrator);
    const now = Date.now();
    const at = (moment: number) => directory.authenticate(token, moment, CALL);
    const stands = { stands: true, administrator };
    expectSame('AuthenticateToken', await at(now), stands, 'A token stands unless something speaks against it.');

    const stale = await directory.authenticate({ ...token, tokenVersion: token.tokenVersion + 1 }, now, CALL);
    const version = 'Any other version is stale, a higher one too: it was never given out.';
    expectSame('… of another version', stale, { stands: false, reason: 'stale' }, version);
    for (const administratorId of [`check-host-${randomToken()}`, '999999999999999999999', "' OR 1=1 --"]) {
      const unknown = await directory.authenticate({ ...token, administratorId }, now, CALL);
      const advice = 'An id that is none of yours, in whatever form, is UNKNOWN and no fault.';
      expectSame(`… of "${administratorId}"`, unknown, { stands: false, reason: 'unknown' }, advice);
    }

    await directory.blacklist(token, retirement(now), CALL);
    const advice = 'A token is refused from effective_at on, and stands at every moment before.';
    expectSame('AuthenticateToken before effective_at', await at(now - 1), stands, advice);
    for (const moment of [now, now + 1]) {
      const refused = { stands: false, reason: 'blacklisted' };
      expectSame(`… ${moment - now} ms after effective_at`, await at(moment), refused, advice);
    }
    const other = await directory.authenticate(newToken(administrator), now, CALL);
    expectSame('AuthenticateToken of another token', other, stands, 'Blacklist the one token, not the administrator.');
  },
};
