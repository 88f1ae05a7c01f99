import type { BrokenHost } from '../broken-host.js';

export const streamSocketOpen: BrokenHost = {
  name: 'the stream socket accepts a peer that does not know the key',
  caughtBy: ['stream/socket'],
  proxy: { acceptsAnyone: true },
};
