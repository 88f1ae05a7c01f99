import { expect } from 'chai';
import { systemClock } from '../../core/runtime.js';
import type { Client } from '../model/client.js';
import { isRefused } from '../model/oauth-error.js';
import type { ClientDocument } from '../ports/client-documents.js';
import { exampleClient, exampleOptions } from '../testing/examples.js';
import { createFindDocumentedClient } from './find-client.js';

const URL = 'https://vendor.example/client.json';
const CALLBACK = 'https://vendor.example/callback';
const NOTHING = () => undefined;

/** The use case over a web with one document, and a host that records what it is asked to store. */
function documented(document: Readonly<Record<string, unknown>> | undefined, host: { full?: true; busy?: true } = {}) {
  const stored: { replaces: boolean; client: Client }[] = [];
  const told: string[] = [];
  const logged: object[] = [];
  const find = createFindDocumentedClient({
    options: exampleOptions({ clientIdMetadataDocuments: true }),
    limits: { registerGlobal: { limit: 1, windowMs: 1000 }, unconsentedPerIp: { share: 10 } },
    unconsentedClients: { hold: async () => ({ allowed: true }), release: async () => void told.push('released') },
    clientDocuments: {
      find: async (_url: string, _network: string, hasConsent: boolean): Promise<ClientDocument> => {
        if (hasConsent) told.push('has consent');
        return document === undefined ? { found: false, reason: 'leads to 10.0.0.1' } : { found: true, document };
      },
      forget: () => void told.push('forgotten'),
    },
    throttle: { hit: async () => ({ allowed: host.busy !== true, retryAfterSeconds: 1 }) },
    backend: {
      transact: async (operations: readonly { kind: string; client: Client; replaceExisting: boolean }[]) => {
        if (host.full === true) return { committed: false, reason: 'client_cap_reached' };
        const creation = operations.find(({ kind }) => kind === 'createClient');
        if (creation !== undefined) stored.push({ replaces: creation.replaceExisting, client: creation.client });
        return { committed: true, results: operations.map(() => ({ removed: 0, clientCount: 1 })) };
      },
    },
    telemetry: { registration: (outcome: string) => void told.push(outcome), swept: NOTHING, clients: NOTHING },
    clock: systemClock,
    logger: { debug: (fields: object) => void logged.push(fields) },
  } as unknown as Parameters<typeof createFindDocumentedClient>[0]);
  return { find: (known?: Client) => find(URL, known, '192.0.2.1', { requestId: 'test' }), stored, told, logged };
}

const document = (changes: object = {}) => ({ client_id: URL, redirect_uris: [CALLBACK], ...changes });

/** The host's copy after the first request. */
async function storedBy(given: Readonly<Record<string, unknown>>): Promise<Client> {
  const { find, stored } = documented(given);
  await find();
  return stored[0]?.client ?? exampleClient();
}

describe('usecases: documented client (draft-ietf-oauth-client-id-metadata-document §5)', () => {
  it('stores a new client as described by its document: public, self-registered', async () => {
    const client = await storedBy(document({ client_name: 'Vendor' }));
    expect(client).to.include({ clientId: URL, clientName: 'Vendor', authMethod: 'none', selfRegistered: true });
    expect(client.redirectUris).to.deep.equal([CALLBACK]);
    expect(client).not.to.have.property('secretHash');
  });

  it("writes nothing when the host's copy matches the document", async () => {
    const { find, stored, told } = documented(document());
    expect(isRefused(await find(await storedBy(document())))).to.equal(false);
    expect([stored, told]).to.deep.equal([[], []]);
  });

  it('updates the host when the document has changed, and keeps consent and age', async () => {
    const before = { ...(await storedBy(document())), registeredAt: 5, consentedAt: 7 };
    const { find, stored, told } = documented(document({ redirect_uris: ['https://vendor.example/new'] }));
    const found = await find(before);
    expect(found).to.deep.equal(stored[0]?.client);
    expect(stored[0]).to.have.property('replaces', true);
    expect(stored[0]?.client).to.include({ registeredAt: 5, consentedAt: 7 });
    expect(stored[0]?.client.redirectUris).to.deep.equal(['https://vendor.example/new']);
    expect(told).to.deep.equal(['has consent', 'document_updated']);
  });

  it('does not change a client that the application’s own tooling created under such a URL (§7.2)', async () => {
    const created = exampleClient({ clientId: URL, selfRegistered: false });
    const { find, stored } = documented(undefined);
    expect(await find(created)).to.deep.equal(created);
    expect(stored).to.deep.equal([]);
  });

  it('rejects the client when the document is gone, even if the host has the client, without the reason', async () => {
    const { find, logged } = documented(undefined);
    const found = await find(await storedBy(document()));
    expect(logged).to.deep.equal([{ requestId: 'test', clientId: URL, reason: 'leads to 10.0.0.1' }]);
    expect(isRefused(found)).to.equal(true);
    expect(JSON.stringify(found)).not.to.include('10.0.0.1');
  });

  it('rejects an invalid document and drops it from the cache, so that a corrected one works immediately (§5.2)', async () => {
    const { find, told, stored, logged } = documented(document({ client_id: 'https://other.example/client.json' }));
    expect(isRefused(await find())).to.equal(true);
    expect([told, stored]).to.deep.equal([['forgotten'], []]);
    const reason = 'Its client_id is not the URL that it was fetched from.';
    expect(logged).to.deep.equal([{ requestId: 'test', clientId: URL, reason }]);
  });

  for (const [what, host, outcome] of [
    ['at the cap, and frees its place', { full: true }, ['released', 'cap_reached']],
    ['over the registration limits', { busy: true }, ['too_many_requests']],
  ] as const) {
    it(`rejects a new client ${what}, like any registration`, async () => {
      const { find, told, stored } = documented(document(), host);
      expect(isRefused(await find())).to.equal(true);
      expect([told, stored]).to.deep.equal([outcome, []]);
    });
  }
});
