import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const latestConsentWins: BrokenHost = {
  name: 'a second consent overwrites the first',
  caughtBy: ['client/consent-stamp'],
  around: (backend) => {
    const stamps = new Map<string, Date>();
    return replacing(backend, ({ clients }) => ({
      clients: {
        async stampConsent(clientId, at) {
          await clients.stampConsent(clientId, at);
          stamps.set(clientId, at);
        },
        async find(clientId) {
          const client = await clients.find(clientId);
          const consentedAt = stamps.get(clientId);
          return client && consentedAt ? { ...client, consentedAt } : client;
        },
      },
    }));
  },
};
