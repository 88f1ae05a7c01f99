import type { BrokenHost } from '../broken-host.js';

/** Descriptions, health, tokens and sign-ins against the contract. */
export const describesWrongly: readonly BrokenHost[] = [
  {
    name: 'its name is too long',
    caughtBy: ['describe/valid'],
    proxy: { describes: (description) => ({ ...description, applicationName: 'n'.repeat(101) }) },
  },
  {
    name: 'every description has another name',
    caughtBy: ['describe/repeatable'],
    proxy: { describes: (description, nth) => ({ ...description, applicationName: `application ${nth}` }) },
  },
  {
    name: 'its health says that it does not serve',
    caughtBy: ['health/serving'],
    proxy: { health: 'NOT_SERVING' },
  },
  {
    name: 'it accepts callers without the token',
    caughtBy: ['token/required'],
    checked: { token: 'a-shared-token-of-the-test' },
  },
  {
    name: 'any cookie is the first user',
    caughtBy: ['sign-in/nobody'],
    signIn: {
      resolveUser: async ({ cookie }) =>
        cookie === '' ? { signInUrl: '/sign-in' } : { userId: '1', displayName: 'Ada' },
    },
  },
  {
    name: 'a transaction ends after eight operations',
    caughtBy: ['transaction/sixteen-operations'],
    proxy: { request: (request) => ({ ...request, operations: request.operations.slice(0, 8) }) },
  },
];
