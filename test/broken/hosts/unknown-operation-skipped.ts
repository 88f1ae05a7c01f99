import type { BrokenHost } from '../broken-host.js';

export const unknownOperationSkipped: BrokenHost = {
  name: 'an unknown operation is skipped',
  caughtBy: ['operation/unknown'],
  proxy: {
    request: ({ operations }) => ({ operations: operations.filter(({ operation }) => operation !== undefined) }),
  },
};
