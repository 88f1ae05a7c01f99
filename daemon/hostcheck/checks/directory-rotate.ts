import { newAdministrator, newToken, retirement } from '../admin/administrators.js';
import { CALL } from '../admin/ports.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

export const directoryRotate: Check = {
  name: 'directory/rotate',
  citation: 'admin_directory.proto: RotateToken',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator } = await newAdministrator(directory);
    const now = Date.now();
    const stands = { stands: true, administrator };
    const blacklisted = { stands: false, reason: 'blacklisted' };

    const token = newToken(administrator);
    const advice = 'Look at the blacklist, and add the token to it, in one transaction.';
    expectSame('RotateToken', await directory.rotate(token, now, retirement(now), CALL), stands, advice);
    expectSame('RotateToken again', await directory.rotate(token, now, retirement(now), CALL), blacklisted, advice);
    expectSame('AuthenticateToken then', await directory.authenticate(token, now, CALL), blacklisted, advice);

    const over = newToken(administrator);
    const epoch = 'The epoch is a moment like any other: a token that is over since then stands at no moment.';
    expectSame('RotateToken at once', await directory.rotate(over, now, retirement(0), CALL), stands, epoch);
    const behind = now - 60_000;
    expectSame(
      'RotateToken by a clock that is behind',
      await directory.rotate(over, behind, retirement(0), CALL),
      blacklisted,
      epoch,
    );

    const graced = newToken(administrator);
    const rotate = (at: number, effectiveAt: number) => directory.rotate(graced, at, retirement(effectiveAt), CALL);
    const grace = 'Until effective_at a token passes once more, and keeps the effective_at that it has.';
    expectSame('RotateToken with a grace', await rotate(now, now + 30_000), stands, grace);
    expectSame('RotateToken within the grace', await rotate(now + 20_000, now + 50_000), stands, grace);
    expectSame('RotateToken after the first grace', await rotate(now + 30_000, now + 60_000), blacklisted, grace);
  },
};
