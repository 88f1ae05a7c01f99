import type { BrokenHost } from '../broken-host.js';

export const malformedAccepted: BrokenHost = {
  name: 'more operations than allowed are cut off',
  caughtBy: ['operation/malformed', 'operation/malformed (stream)'],
  proxy: { request: ({ operations }) => ({ operations: operations.slice(0, 16) }) },
};
