import { expect } from 'chai';
import { sha256 } from '../../core/crypto.js';
import type { OAuthError } from '../model/oauth-error.js';
import { exampleOptions } from '../testing/examples.js';
import { createRegisterClient } from './register-client.js';

const NOW = 1_700_000_000_999;
const METADATA = { redirect_uris: ['https://client.example/callback'], client_name: 'Example' };

/** The use case over a scripted host, and the operations and counts that it received. */
function registration(given: { isFull?: boolean; isThrottled?: boolean } = {}) {
  const operations: Record<string, unknown>[] = [];
  const told: unknown[][] = [];
  const register = createRegisterClient({
    options: exampleOptions({ evictOldestUnconsentedAtCap: true }),
    limits: { registerPerIp: {}, registerGlobal: {}, unconsentedPerIp: { share: 10 } },
    throttle: { hit: async () => ({ allowed: given.isThrottled !== true, retryAfterSeconds: 7 }) },
    unconsentedClients: {
      hold: async () => ({ allowed: true }),
      release: async () => void told.push(['released']),
    },
    backend: {
      transact: async (asked: readonly Record<string, unknown>[]) => {
        operations.push(...asked);
        return given.isFull === true
          ? { committed: false, reason: 'client_cap_reached' }
          : { committed: true, results: [{ removed: 3 }, { clientCount: 4 }] };
      },
    },
    telemetry: {
      registration: (outcome: string) => void told.push(['registration', outcome]),
      swept: (what: string, count: number) => void told.push(['swept', what, count]),
      clients: (count: number, cap: number) => void told.push(['clients', count, cap]),
    },
    clock: { now: () => NOW },
  } as unknown as Parameters<typeof createRegisterClient>[0]);
  const outcome = (body: unknown) => register(body, '192.0.2.1', { requestId: 'test' });
  return { register: outcome, operations, told };
}

describe('usecases: register client (RFC 7591 §3)', () => {
  it('sweeps and creates in one transaction, and replaces no existing client', async () => {
    const { register, operations, told } = registration();
    const answer = (await register(METADATA)) as Record<string, unknown>;
    expect(answer).to.deep.include({
      client_id_issued_at: 1_700_000_000,
      client_secret_expires_at: 0,
      client_name: 'Example',
      response_types: ['code'],
    });
    const [sweep, creation] = operations;
    expect(sweep).to.deep.equal({ kind: 'sweepUnconsentedClients', registeredBefore: NOW - 24 * 3_600_000 });
    expect(creation).to.deep.include({
      kind: 'createClient',
      cap: 200,
      evictOldestUnconsented: true,
      replaceExisting: false,
    });
    expect(creation?.['client']).to.deep.include({
      clientId: answer['client_id'],
      secretHash: sha256(String(answer['client_secret'])),
      registeredAt: NOW,
      selfRegistered: true,
    });
    expect(told).to.deep.equal([
      ['swept', 'client', 3],
      ['clients', 4, 200],
      ['registration', 'registered'],
    ]);
  });

  it('has no secret and no name if there is none', async () => {
    const answer = await registration().register({
      redirect_uris: METADATA.redirect_uris,
      token_endpoint_auth_method: 'none',
    });
    expect(answer).to.not.have.any.keys('client_secret', 'client_secret_expires_at', 'client_name');
  });

  it('rejects a registration at the cap, and frees the place', async () => {
    const { register, told } = registration({ isFull: true });
    expect(await register(METADATA)).to.have.property('error', 'temporarily_unavailable');
    expect(told).to.deep.equal([['released'], ['registration', 'cap_reached']]);
  });

  it('does not call the host for throttled or malformed requests', async () => {
    const throttled = registration({ isThrottled: true });
    expect(await throttled.register(METADATA)).to.include({ error: 'too_many_requests', retryAfterSeconds: 7 });
    expect([throttled.operations, throttled.told]).to.deep.equal([[], [['registration', 'too_many_requests']]]);
    const malformed = registration();
    const { error } = (await malformed.register({})) as OAuthError;
    expect([malformed.operations, malformed.told]).to.deep.equal([[], [['registration', error]]]);
  });
});
