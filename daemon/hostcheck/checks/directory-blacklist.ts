import { randomToken } from '../../core/random.js';
import { newAdministrator, newToken, retirement } from '../admin/administrators.js';
import { CALL } from '../admin/ports.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

export const directoryBlacklist: Check = {
  name: 'directory/blacklist-earliest',
  citation: 'admin_directory.proto: BlacklistToken, "the earlier effective_at stays"',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator } = await newAdministrator(directory);
    const token = newToken(administrator);
    const now = Date.now();
    const refusedAt = async (moment: number): Promise<boolean> =>
      !(await directory.authenticate(token, moment, CALL)).stands;
    const advice =
      'Keep the least effective_at of all calls: a logout ends a grace, and a grace never undoes a logout.';
    await directory.blacklist(token, retirement(now + 60_000), CALL);
    expectSame('refused within its grace', await refusedAt(now), false, advice);
    await directory.blacklist(token, retirement(now), CALL);
    expectSame('refused after an earlier effective_at', await refusedAt(now), true, advice);
    await directory.blacklist(token, retirement(now + 120_000), CALL);
    expectSame('refused after a later effective_at', await refusedAt(now), true, advice);
    await directory.blacklist({ ...token, administratorId: `check-host-${randomToken()}` }, retirement(now), CALL);
  },
};
