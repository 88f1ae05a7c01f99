import type { BrokenHost } from '../broken-host.js';

export const wrongAbortIndex: BrokenHost = {
  name: 'aborts count operations from 1',
  caughtBy: ['transaction/abort-named', 'transaction/abort-named (stream)'],
  proxy: {
    response(response) {
      if (response.aborted) response.aborted.operationIndex += 1;
      return response;
    },
  },
};
