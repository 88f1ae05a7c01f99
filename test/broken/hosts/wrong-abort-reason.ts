import type { BrokenHost } from '../broken-host.js';

export const wrongAbortReason: BrokenHost = {
  name: 'a spent code is reported as not found',
  caughtBy: ['code/spend', 'code/spend-under-concurrency', 'transaction/sees-itself'],
  proxy: {
    response(response) {
      if (response.aborted?.reason === 'ABORT_REASON_CODE_ALREADY_SPENT') {
        response.aborted.reason = 'ABORT_REASON_CODE_NOT_FOUND';
      }
      return response;
    },
  },
};
