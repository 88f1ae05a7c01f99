import type { BrokenHost } from '../broken-host.js';

export const deadlineIgnored: BrokenHost = {
  name: 'transactions commit after their deadline',
  caughtBy: ['deadline/rolls-back', 'deadline/rolls-back (stream)'],
  proxy: { ignoresDeadlines: true },
};
