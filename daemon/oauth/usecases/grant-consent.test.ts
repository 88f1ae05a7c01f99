import { expect } from 'chai';
import { BackendMissing, ContractViolation, Unavailable } from '../../core/faults.js';
import { systemClock } from '../../core/runtime.js';
import { exampleOptions } from '../testing/examples.js';
import { PendingRequestLost } from './consent-operations.js';
import { createGrantConsent } from './grant-consent.js';

const PENDING = { clientId: 'client-1', scopes: ['read'], redirectUri: 'https://client.example/callback' };
const STORE_AWAY = new Unavailable('state', 'store away');
const HOST_AWAY = new Unavailable('host', 'host away');

/** The scripted outcomes of the peers. */
interface Given {
  readonly scopes?: string[];
  readonly host?: Error;
  /** Of putting the request back. */
  readonly restored?: boolean | Error;
  readonly unconsented?: boolean;
  /** The call that does not find the request any more. */
  readonly goneFor?: 'view' | 'take';
}

/** The use case over scripted peers, and what it logged. */
function grantConsent(given: Given) {
  const logged: string[] = [];
  const fields: object[] = [];
  const released: string[] = [];
  let takes = 0;
  let restores = 0;
  const pending = { ...PENDING, clientUnconsented: given.unconsented ?? false };
  const log = (level: string) => (logFields: object, message: string) => {
    fields.push(logFields);
    logged.push(`${level}: ${message}`);
  };
  const dependencies = {
    options: exampleOptions(),
    backend: {
      transact: async () => {
        if (given.host !== undefined) throw given.host;
        return { committed: true, results: [] };
      },
    },
    pendingRequests: {
      view: async () => (given.goneFor === 'view' ? undefined : pending),
      take: async () => {
        takes += 1;
        return given.goneFor === 'take' ? undefined : { pending, userId: 'ada', remainingMs: 1000 };
      },
      restore: async () => {
        restores += 1;
        if (given.restored instanceof Error) throw given.restored;
        return given.restored ?? true;
      },
    },
    unconsentedClients: { release: async (clientId: string) => void released.push(clientId) },
    telemetry: { pendingRequest: () => undefined },
    clock: systemClock,
    logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
  } as unknown as Parameters<typeof createGrantConsent>[0];
  const grant = {
    requestId: 'request',
    userId: 'ada',
    grantedScopes: given.scopes ?? ['read'],
    grantContext: Buffer.alloc(0),
  };
  const outcome = createGrantConsent(dependencies)(grant, { requestId: 'test' }).catch((error: unknown) => error);
  return { outcome, logged, fields, released, takes: () => takes, restores: () => restores };
}

describe('usecases: issue code: fate of the request (consent.proto, IssueCode)', () => {
  it('grants without putting the request back', async () => {
    const { outcome, logged, restores } = grantConsent({});
    expect(await outcome).to.have.property('redirectUrl');
    expect([restores(), logged]).to.deep.equal([0, []]);
  });

  it('frees the place of a client without earlier consent, and of no other', async () => {
    for (const unconsented of [true, false]) {
      const { outcome, released } = grantConsent({ unconsented });
      await outcome;
      expect(released).to.deep.equal(unconsented ? ['client-1'] : []);
    }
  });

  for (const fault of [
    HOST_AWAY,
    new BackendMissing(),
    new ContractViolation('Rpc', 'garbage'),
    new TypeError('ours'),
  ]) {
    it(`rethrows ${fault.name} if the request was put back`, async () => {
      const { outcome, logged } = grantConsent({ host: fault });
      expect(await outcome).to.equal(fault);
      expect(logged).to.deep.equal([]);
    });
  }

  for (const [why, restored, level] of [
    ['the store is away', STORE_AWAY, 'error'],
    ['it has expired, or the store is full', false, 'warn'],
  ] as const) {
    it(`throws PendingRequestLost, caused by the first fault, if the host is missing and the request could not be put back (${why})`, async () => {
      const { outcome, logged, fields } = grantConsent({ host: HOST_AWAY, restored });
      const fault = await outcome;
      expect(fault).to.be.instanceOf(PendingRequestLost).and.to.include({ peer: 'host', cause: HOST_AWAY });
      expect(logged).to.have.length(1);
      expect(logged[0]).to.match(new RegExp(`^${level}: .*start again`));
      expect(fields[0]).to.include({ requestId: 'test' });
      if (restored instanceof Error) expect(fields[0]).to.have.property('err', restored);
    });
  }

  it('rethrows a fault that promises nothing, even if the request could not be put back', async () => {
    const fault = new ContractViolation('Rpc', 'garbage');
    expect(await grantConsent({ host: fault, restored: STORE_AWAY }).outcome).to.equal(fault);
  });

  it('leaves the request open for other answers if no scope can be granted (AS-84)', async () => {
    for (const scopes of [[], ['write']]) {
      const { outcome, takes } = grantConsent({ scopes });
      expect(await outcome).to.equal('no_grantable_scopes');
      expect(takes()).to.equal(0);
    }
  });

  for (const goneFor of ['view', 'take'] as const) {
    it(`returns an outcome if the request is gone, also since it was viewed (${goneFor}; AS-82, AS-87)`, async () => {
      expect(await grantConsent({ goneFor }).outcome).to.equal('pending_not_found');
    });
  }
});
