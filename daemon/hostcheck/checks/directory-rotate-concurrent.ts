import { newAdministrator, newToken, retirement } from '../admin/administrators.js';
import { CALL } from '../admin/ports.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';

const RACERS = 100;

export const directoryRotateConcurrent: Check = {
  name: 'directory/rotate-under-concurrency',
  citation: 'admin_directory.proto: RotateToken, "exactly one passes"',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const token = newToken((await newAdministrator(directory)).administrator);
    const now = Date.now();
    const verdicts = await Promise.all(
      Array.from({ length: RACERS }, () => directory.rotate(token, now, retirement(now), CALL)),
    );
    const winners = verdicts.filter(({ stands }) => stands).length;
    expectThat(
      winners === 1,
      `exactly 1 of ${RACERS} rotations at the same time passes`,
      String(winners),
      'Make the token id unique in the blacklist, insert it, and refuse whoever finds it there.',
    );
  },
};
