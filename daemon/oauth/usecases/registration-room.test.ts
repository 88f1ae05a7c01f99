import { expect } from 'chai';
import { Unavailable } from '../../core/faults.js';
import { exampleOptions } from '../testing/examples.js';
import { createRegistrationRoom } from './registration-room.js';

const CALL = { requestId: 'test' };
const STORE_AWAY = new Unavailable('state', 'store away');

/** The room over a store that fails as told; with what was released, and how often something was logged. */
function room(faults: { hold?: Error; release?: Error }) {
  const released: string[] = [];
  let logged = 0;
  const log = (): void => void (logged += 1);
  const needs = {
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
  return { room: createRegistrationRoom(needs), released, logged: () => logged };
}

describe('usecases/registration-room: no place outlasts a registration that did not come about (docs/decisions)', () => {
  it('keeps the place of a client that was registered', async () => {
    const { room: made, released } = room({});
    expect(await made.admit('client', '192.0.2.1', CALL)).to.deep.equal({ allowed: true });
    await made.releasedUnlessCommitted('client', CALL, async () => ({ committed: true }));
    expect(released).to.deep.equal([]);
  });

  it('gives the place back when it is not known whether it was taken, and reports that fault', async () => {
    const { room: made, released } = room({ hold: STORE_AWAY });
    expect(await made.admit('client', '192.0.2.1', CALL).catch((error: unknown) => error)).to.equal(STORE_AWAY);
    expect(released).to.deep.equal(['client']);
  });

  for (const [what, registration] of [
    ['is refused', async () => ({ committed: false })],
    ['fails', () => Promise.reject(new Unavailable('host', 'host away'))],
  ] as const) {
    it(`gives the place back when the registration ${what}, and says when that failed`, async () => {
      const outcome = (made: ReturnType<typeof room>['room']) =>
        made.releasedUnlessCommitted('client', CALL, registration).catch((error: unknown) => String(error));
      const sound = room({});
      const told = await outcome(sound.room);
      expect([sound.released, sound.logged()]).to.deep.equal([['client'], 0]);
      const broken = room({ release: STORE_AWAY });
      expect(await outcome(broken.room), 'the first fault is the one that is reported').to.deep.equal(told);
      expect(broken.logged()).to.equal(1);
    });
  }
});
