import { expect } from 'chai';
import { ADA } from '../testing/administrator.js';
import type { AccountDependencies } from './accounts.js';
import { accountEndpoints } from './accounts.js';
import type { AdminRequest, GuardedEndpoint } from './endpoint.js';

describe('admin: signing out everywhere else (AD-454)', () => {
  it('opens a session that ends when the former one would have ended, because nothing has asked for the password', async () => {
    const opened: unknown[] = [];
    const dependencies = {
      ports: { accounts: { endSessions: () => Promise.resolve({ changed: true, administrator: ADA }) }, directory: {} },
      sessions: {
        reopen: (...given: readonly unknown[]) => {
          opened.push(given[3]);
          return Promise.resolve({ administrator: ADA, token: 't', expiresIn: 1, refreshableFor: 2 });
        },
      },
      addresses: { of: () => '192.0.2.1' },
      features: { accounts: true, sessionList: true, secondFactor: true },
    } as unknown as AccountDependencies;
    const endpoint = accountEndpoints(dependencies).find(({ name }) => name === 'admin.end_own_sessions');
    const claims = { oat: 12_345, exp: 23_456 };
    const request = { http: { headers: new Map() }, administrator: ADA, claims, call: {} };
    await (endpoint as GuardedEndpoint).handle(request as unknown as AdminRequest);
    expect(opened).to.deep.equal([claims]);
  });
});
