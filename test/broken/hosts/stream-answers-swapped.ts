import type { BrokenHost } from '../broken-host.js';

export const streamAnswersSwapped: BrokenHost = {
  name: 'answers on the stream go to the wrong transaction',
  caughtBy: ['stream/answers-by-id', 'stream/independence'],
  proxy: { swapsAnswers: true },
};
