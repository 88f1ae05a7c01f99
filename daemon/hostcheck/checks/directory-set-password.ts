import { randomToken } from '../../core/random.js';
import { newAdministrator, newPasswordHash, newToken, retirement } from '../admin/administrators.js';
import { CALL } from '../admin/ports.js';
import type { Check } from '../check.js';
import { expectSame, expectThat } from '../failure.js';

export const directorySetPassword: Check = {
  name: 'directory/set-password',
  citation: 'admin_directory.proto: SetPassword',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator } = await newAdministrator(directory);
    const token = newToken(administrator);
    const passwordHash = newPasswordHash();
    const changed = await directory.setPassword(administrator.email.toUpperCase(), passwordHash, CALL);
    expectThat(
      changed?.id === administrator.id && changed.tokenVersion > administrator.tokenVersion,
      `the administrator, with a token_version above ${administrator.tokenVersion}`,
      changed === undefined ? 'none' : `token_version ${changed.tokenVersion}`,
      'Raise the token version in the same transaction: it is what ends every session.',
    );
    const now = Date.now();
    const advice = 'Compare the token version with the stored one first.';
    const stale = { stands: false, reason: 'stale' };
    expectSame('AuthenticateToken of before', await directory.authenticate(token, now, CALL), stale, advice);
    expectSame('RotateToken of before', await directory.rotate(token, now, retirement(now), CALL), stale, advice);
    const stands = await directory.authenticate(newToken(changed), now, CALL);
    expectSame('AuthenticateToken of after', stands, { stands: true, administrator: changed }, advice);
    const stored = (await directory.findCredentials(administrator.login, CALL))?.passwordHash === passwordHash;
    expectSame('the new hash is stored', stored, true, 'Store the hash exactly as it comes.');
    const nobody = await directory.setPassword(`check-host-${randomToken()}`, passwordHash, CALL);
    expectSame('SetPassword for nobody', nobody, undefined, 'Answer without administrator when there is none.');
  },
};
