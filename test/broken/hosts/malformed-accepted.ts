import type { BrokenHost } from '../broken-host.js';

export const malformedAccepted: BrokenHost = {
  name: 'operations beyond the limit are dropped',
  caughtBy: ['operation/malformed', 'operation/malformed (stream)'],
  proxy: { request: ({ operations }) => ({ operations: operations.slice(0, 16) }) },
};
