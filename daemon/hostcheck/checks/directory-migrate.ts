import { CALL } from '../admin/ports.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

export const directoryMigrate: Check = {
  name: 'directory/migrate',
  citation: 'admin_directory.proto: Migrate',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    await Promise.all([directory.migrate(CALL), directory.migrate(CALL)]);
    const advice = 'Remember which migrations ran; what is up to date stays as it is.';
    expectSame('migrations that ran again', await directory.migrate(CALL), [], advice);
  },
};
