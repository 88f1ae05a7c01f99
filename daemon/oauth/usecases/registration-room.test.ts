import { expect } from 'chai';
import { Unavailable } from '../../core/faults.js';
import { exampleOptions } from '../testing/examples.js';
import { createRegistrationRoom } from './registration-room.js';

const CALL = { requestId: 'test' };
const STORE_AWAY = new Unavailable('state', 'store away');

/** The room over a store with scripted failures; records what was released, and how often something was logged. */
function room(faults: { hold?: Error; release?: Error }) {
  const released: string[] = [];
  const logged: object[] = [];
  const log = (fields: object): void => void logged.push(fields);
  const dependencies = {
    options: exampleOptions(),
    limits: { unconsentedPerIp: { share: 10 } },
    throttle: { hit: async () => ({ allowed: true }) },
    unconsentedClients: {
      hold: async () => {
        if (faults.hold !== undefined) throw faults.hold;
        return { allowed: true };
      },
      release: async (clientId: string) => {
        released.push(clientId);
        if (faults.release !== undefined) throw faults.release;
      },
    },
    logger: { debug: log, info: log, warn: log, error: log },
  } as unknown as Parameters<typeof createRegistrationRoom>[0];
  return { room: createRegistrationRoom(dependencies), released, logged };
}

describe('usecases: registration room: a failed registration frees its place (docs/decisions/short-lived-state.md)', () => {
  it('keeps the place of a registered client', async () => {
    const { room: made, released } = room({});
    expect(await made.admit('client', '192.0.2.1', CALL)).to.deep.equal({ allowed: true });
    await made.releasedUnlessCommitted('client', CALL, async () => ({ committed: true }));
    expect(released).to.deep.equal([]);
  });

  it('frees the place when it is unknown whether it was taken, and reports that fault', async () => {
    const { room: made, released } = room({ hold: STORE_AWAY });
    expect(await made.admit('client', '192.0.2.1', CALL).catch((error: unknown) => error)).to.equal(STORE_AWAY);
    expect(released).to.deep.equal(['client']);
  });

  for (const [what, registration] of [
    ['is refused', async () => ({ committed: false })],
    ['fails', () => Promise.reject(new Unavailable('host', 'host away'))],
  ] as const) {
    it(`frees the place when the registration ${what}, and logs when that fails`, async () => {
      const outcome = (made: ReturnType<typeof room>['room']) =>
        made.releasedUnlessCommitted('client', CALL, registration).catch((error: unknown) => String(error));
      const sound = room({});
      const told = await outcome(sound.room);
      expect([sound.released, sound.logged]).to.deep.equal([['client'], []]);
      const broken = room({ release: STORE_AWAY });
      expect(await outcome(broken.room), 'reports the first fault').to.deep.equal(told);
      expect(broken.logged).to.deep.equal([{ ...CALL, err: STORE_AWAY }]);
    });
  }
});

describe('usecases: registration room: number of registrations and places (docs/operations.md, limits)', () => {
  /** The calls to the throttle and the store of places, given the cap and the share in percent. */
  async function asked(dcrClientCap: number, share: number, isAllowed = true) {
    const hits: unknown[] = [];
    const holds: unknown[][] = [];
    const { admit } = createRegistrationRoom({
      options: exampleOptions({ dcrClientCap }),
      limits: {
        registerPerIp: { limit: 20, windowMs: 3000 },
        registerGlobal: { limit: 100, windowMs: 4000 },
        unconsentedPerIp: { share },
      },
      throttle: {
        hit: async (buckets: unknown) => {
          hits.push(buckets);
          return { allowed: isAllowed, retryAfterSeconds: 7 };
        },
      },
      unconsentedClients: {
        hold: async (...held: unknown[]) => {
          holds.push(held);
          return { allowed: true };
        },
      },
    } as unknown as Parameters<typeof createRegistrationRoom>[0]);
    const verdict = await admit('client', '2001:db8:1:2:3::4', CALL);
    return { hits, holds, verdict };
  }

  it('counts each network and all together, each in a separate window', async () => {
    const { hits } = await asked(200, 10);
    expect(hits).to.deep.equal([
      [
        { key: 'register:ip:2001:db8:1:2::/64', limit: 20, windowMs: 3000 },
        { key: 'register:global', limit: 100, windowMs: 4000 },
      ],
    ]);
  });

  for (const [cap, share, places] of [
    [200, 10, 20],
    [199, 10, 19],
    [5, 10, 1],
    [200, 100, 200],
    [1, 1, 1],
  ] as const) {
    it(`a share of ${share} % of ${cap} clients is ${places}, until the sweep`, async () => {
      const { holds } = await asked(cap, share);
      expect(holds).to.deep.equal([['2001:db8:1:2::/64', 'client', places, 24 * 3_600_000]]);
    });
  }

  it('takes no place if the share is 0, or if the client is throttled', async () => {
    expect((await asked(200, 0)).holds).to.deep.equal([]);
    const { holds, verdict } = await asked(200, 10, false);
    expect([holds, verdict]).to.deep.equal([[], { allowed: false, retryAfterSeconds: 7 }]);
  });
});
