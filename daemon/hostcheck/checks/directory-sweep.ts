import { newAdministrator, newToken, retirement } from '../admin/administrators.js';
import { CALL } from '../admin/ports.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';
import { OLD } from '../records.js';

/** Rows of long ago, so that the sweep meets nobody else's. */
export const directorySweep: Check = {
  name: 'directory/sweep',
  citation: 'admin_directory.proto: BlacklistToken, RotateToken, TokenRetirement.sweep_before',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator } = await newAdministrator(directory);
    const [expired, onTime, sweeper] = [newToken(administrator), newToken(administrator), newToken(administrator)];
    const stands = async (token: typeof expired): Promise<boolean> =>
      (await directory.authenticate(token, Date.now(), CALL)).stands;
    await directory.blacklist(expired, retirement(OLD, { expiresAt: OLD + 999 }), CALL);
    await directory.blacklist(onTime, retirement(OLD, { expiresAt: OLD + 1000 }), CALL);
    const kept = 'Without a sweep_before that is later than expires_at, a row stays.';
    expectSame('blacklisted before any sweep', [await stands(expired), await stands(onTime)], [false, false], kept);
    await directory.blacklist(sweeper, retirement(OLD, { sweepBefore: OLD + 1000 }), CALL);
    const advice = 'Remove the rows whose expires_at lies before sweep_before, and no others.';
    expectSame('blacklisted when it expires at sweep_before', await stands(onTime), false, advice);
    expectSame('blacklisted when it expired before', await stands(expired), true, advice);
    expectSame('blacklisted by the call that sweeps', await stands(sweeper), false, advice);

    const now = Date.now();
    const sweep = retirement(now, { sweepBefore: OLD + 1000 });
    await directory.blacklist(expired, retirement(OLD, { expiresAt: OLD + 999 }), CALL);
    await directory.rotate(onTime, now, sweep, CALL);
    const untouched = 'A rotation that is refused changes nothing: it sweeps nothing either.';
    expectSame('blacklisted when a rotation was refused', await stands(expired), false, untouched);
    await directory.rotate(newToken(administrator), now, sweep, CALL);
    const refreshed = 'A rotation that passes sweeps as BlacklistToken does, in the same transaction.';
    expectSame('blacklisted when a rotation swept', await stands(expired), true, refreshed);
  },
};
