import type { BrokenHost } from '../broken-host.js';
import { separately } from '../broken-host.js';

export const noAtomicity: BrokenHost = {
  name: 'every operation commits separately',
  caughtBy: ['transaction/atomic', 'transaction/atomic (stream)', 'redeem-code/atomic', 'redeem-refresh-token/atomic'],
  around: separately,
};
