import type { BrokenHost } from '../broken-host.js';

export const streamEndsEarly: BrokenHost = {
  name: 'the end of the requests ends the answers',
  caughtBy: ['stream/end'],
  proxy: { endsStreamEarly: true },
};
