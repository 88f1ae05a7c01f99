import { newAdministrator, newPasswordHash } from '../admin/administrators.js';
import { CALL } from '../admin/ports.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

export const directorySignIn: Check = {
  name: 'directory/record-sign-in',
  citation: 'admin_directory.proto: RecordSignIn',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator, passwordHash } = await newAdministrator(directory);
    const record = (hash: string, renewed?: string) =>
      directory.recordSignIn(
        {
          administratorId: administrator.id,
          at: Date.now(),
          passwordHash: hash,
          ...(renewed !== undefined && { renewedPasswordHash: renewed }),
        },
        CALL,
      );
    const renewed = newPasswordHash();
    const known = 'The hash is the one that is stored: record the sign-in. The token version stays as it is.';
    expectSame('RecordSignIn with the stored hash', await record(passwordHash), administrator, known);
    expectSame('RecordSignIn with a renewed hash', await record(passwordHash, renewed), administrator, known);
    const stale = 'Compare the hash in the transaction: the password may have been changed while it was looked at.';
    expectSame('RecordSignIn with the hash of before', await record(passwordHash), undefined, stale);
    expectSame('RecordSignIn with another hash', await record(newPasswordHash(), passwordHash), undefined, stale);
    const stored = (await directory.findCredentials(administrator.login, CALL))?.passwordHash === renewed;
    expectSame('the renewed hash is stored', stored, true, 'Store the renewed hash, if the sign-in is recorded.');
  },
};
