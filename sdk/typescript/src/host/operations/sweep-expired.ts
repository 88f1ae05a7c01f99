import { moment } from '../../wire/fields.js';
import type { OperationType } from './operation-type.js';

/** Rows that one call removes at the most, so that a sweep never holds up the request it runs with. */
const BATCH = 1000;

export const sweepExpired: OperationType<'sweepExpired'> = {
  readOnly: false,
  aborts: [],
  parse(wire, field) {
    const before = moment(wire.before, `${field}.before`);
    return async ({ codes, refreshTokens, accessTokens }) => {
      const codesRemoved = await codes.sweepExpired(before, BATCH);
      const left = BATCH - codesRemoved;
      const refreshTokensRemoved = left > 0 ? await refreshTokens.sweepExpired(before, left) : 0;
      await accessTokens.sweepExpired?.(before, BATCH);
      return { codesRemoved, refreshTokensRemoved };
    };
  },
};
