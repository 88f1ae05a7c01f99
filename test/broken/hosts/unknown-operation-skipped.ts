import type { BrokenHost } from '../broken-host.js';

export const unknownOperationSkipped: BrokenHost = {
  name: 'an operation that is not known is skipped',
  caughtBy: ['operation/unknown'],
  proxy: {
    request: ({ operations }) => ({ operations: operations.filter(({ operation }) => operation !== undefined) }),
  },
};
