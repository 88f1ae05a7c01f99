import { expect } from 'chai';
import type { Client } from '../../daemon/oauth/model/client.js';
import type { Subject } from './host-subject.js';
import { tally } from './tally.js';
import { aClient, aMint, aRefreshToken, HOUR } from './host-records.js';
import { concurrently } from './state-under-test.js';

const creation = (client: Client, more: { cap?: number; evict?: boolean; replace?: boolean } = {}) =>
  ({
    kind: 'createClient',
    client,
    cap: more.cap ?? 200,
    evictOldestUnconsented: more.evict ?? false,
    replaceExisting: more.replace ?? false,
  }) as const;
const lookup = ({ clientId }: Client) => ({ kind: 'findClient', clientId }) as const;

/** Lookup, creation below the cap, sweep and consent of clients (HC-21 to HC-23). */
export function hostClientStore({ commit, abort, attempt }: Subject): void {
  it('FindClient returns a client unchanged, and nothing for an unknown id (HC-21)', async () => {
    const confidential = aClient();
    const open = aClient({ authMethod: 'none', metadata: {}, clientName: '' });
    const results = await commit(creation(confidential), creation(open), lookup(confidential), lookup(open));
    expect(results[0]).to.deep.equal({ clientCount: 1 });
    expect(results[1]).to.deep.equal({ clientCount: 2 });
    expect(results[2]).to.deep.equal(confidential);
    expect(results[3]).to.deep.equal(open);
    expect(await commit(lookup(aClient()))).to.deep.equal([undefined]);
  });

  it('FindClient returns revoked clients too, with their state', async () => {
    const client = aClient({ revokedAt: Date.now() });
    expect(await commit(creation(client), lookup(client))).to.deep.equal([{ clientCount: 0 }, client]);
  });

  it('CreateClient rejects an existing id, and replaces only its metadata if requested', async () => {
    const client = aClient({ consentedAt: Date.now() - 5, registeredAt: Date.now() - 10 });
    const again = { ...aClient(), clientId: client.clientId, clientName: 'renamed' };
    await commit(creation(client));
    expect(await abort(creation(again))).to.equal('0 client_already_exists');
    const [created, found] = await commit(creation(again, { replace: true, cap: 1 }), lookup(client));
    expect(created).to.deep.equal({ clientCount: 1 });
    expect(found).to.deep.equal({ ...again, registeredAt: client.registeredAt, consentedAt: client.consentedAt });
  });

  it('CreateClient: of 300 concurrent calls with a cap of 200, exactly 200 succeed (HC-22)', async () => {
    const outcomes = await concurrently(300, () => attempt(creation(aClient(), { cap: 200 })));
    expect(tally(outcomes)).to.deep.equal({ committed: 200, client_cap_reached: 100 });
  });

  it('CreateClient does not count revoked clients, and treats a cap of 0 as no limit', async () => {
    await commit(creation(aClient({ revokedAt: Date.now() })), creation(aClient(), { cap: 1 }));
    expect(await abort(creation(aClient(), { cap: 1 }))).to.equal('0 client_cap_reached');
    expect(await attempt(creation(aClient(), { cap: 0 }))).to.equal('committed');
  });

  it('CreateClient evicts only the oldest self-registered client without consent, and only if requested (HC-22)', async () => {
    const own = aClient({ registeredAt: Date.now() - 4000, selfRegistered: false });
    const consented = aClient({ registeredAt: Date.now() - 3000, consentedAt: Date.now() });
    const oldest = aClient({ registeredAt: Date.now() - 2000 });
    const newer = aClient({ registeredAt: Date.now() - 1000 });
    await commit(creation(newer), creation(consented), creation(oldest), creation(own));
    await commit(creation(aClient(), { cap: 4, evict: true }));
    const [gone, ...stay] = await commit(lookup(oldest), lookup(newer), lookup(consented), lookup(own));
    expect(gone).to.equal(undefined);
    expect(stay).to.deep.equal([newer, consented, own]);
  });

  it('CreateClient fails at the cap if no client can be evicted (HC-22)', async () => {
    await commit(creation(aClient({ consentedAt: Date.now() })), creation(aClient({ selfRegistered: false })));
    expect(await abort(creation(aClient(), { cap: 2, evict: true }))).to.equal('0 client_cap_reached');
  });

  it('SweepUnconsentedClients removes only old self-registered clients without consent (HC-23)', async () => {
    const before = Date.now() - HOUR;
    const old = { registeredAt: before - 1 };
    const swept = [aClient(old), aClient({ registeredAt: 0 })];
    const spared = [
      aClient({ registeredAt: before }),
      aClient({ ...old, consentedAt: Date.now() }),
      aClient({ ...old, selfRegistered: false }),
    ];
    for (const client of [...swept, ...spared]) await commit(creation(client));
    const sweep = { kind: 'sweepUnconsentedClients', registeredBefore: before } as const;
    expect(await commit(sweep)).to.deep.equal([{ removed: 2 }]);
    expect(await commit(sweep)).to.deep.equal([{ removed: 0 }]);
    for (const client of swept) expect(await commit(lookup(client))).to.deep.equal([undefined]);
    for (const client of spared) expect(await commit(lookup(client))).to.deep.equal([client]);
  });

  it('SweepUnconsentedClients keeps a client that holds a live token, and removes it once the token is dead', async () => {
    const [refreshing, accessing, idle] = [0, 1, 2].map(() => aClient({ registeredAt: 1 })) as [Client, Client, Client];
    const token = aRefreshToken({ clientId: refreshing.clientId });
    const minted = aMint({ lineageId: 'lineage-of-access', clientId: accessing.clientId });
    await commit(creation(refreshing), creation(accessing), creation(idle));
    await commit({ kind: 'createRefreshToken', refreshToken: token }, minted);
    const sweep = { kind: 'sweepUnconsentedClients', registeredBefore: Date.now() } as const;
    expect(await commit(sweep)).to.deep.equal([{ removed: 1 }]);
    await commit(
      { kind: 'revokeLineage', lineageId: token.lineageId, at: Date.now() },
      { kind: 'revokeLineage', lineageId: minted.lineageId, at: Date.now() },
    );
    expect(await commit(sweep)).to.deep.equal([{ removed: 2 }]);
  });

  it('StampConsent keeps the first stamp, and aborts for missing and revoked clients (HC-23)', async () => {
    const client = aClient();
    const revoked = aClient({ revokedAt: Date.now() });
    const stamp = ({ clientId }: Client, at: number) => ({ kind: 'stampConsent', clientId, at }) as const;
    await commit(creation(client), creation(revoked));
    const results = await commit(stamp(client, 1000), stamp(client, 2000), lookup(client));
    expect(results[2]?.consentedAt).to.equal(1000);
    expect(await abort(stamp(aClient(), 1000))).to.equal('0 client_not_found');
    expect(await abort(stamp(revoked, 1000))).to.equal('0 client_not_found');
  });
}
