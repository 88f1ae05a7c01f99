import { expect } from 'chai';
import { hashedKey } from '../../core/crypto.js';
import { createKeys, scripts } from './keys.js';
import { recordedRedis } from './testing/recorded-redis.js';
import { createRedisUnconsentedClients } from './unconsented-clients.js';

const KEYS = createKeys('p:');
const [NETWORK, OTHER, CLIENT] = ['network', 'other', 'client'].map(hashedKey) as [string, string, string];
const SET = [scripts.setRegistrant.name, KEYS.registrant(CLIENT), NETWORK];
const FORGET = [scripts.forgetRegistrant.name, KEYS.registrant(CLIENT), NETWORK];
const releaseAt = (network: string) => [scripts.releaseClient.name, KEYS.unconsentedClients(network), CLIENT];

describe('redis: clients without consent', () => {
  function withAnswers(before: string | null, full: number | null, registrant?: string) {
    const { calls, redis } = recordedRedis((command) => {
      if (command === 'get') return registrant === undefined ? undefined : Buffer.from(registrant);
      return command === scripts.holdClient.name ? full : before;
    });
    return { calls, clients: createRedisUnconsentedClients(redis, KEYS) };
  }
  const held = (life: number) => [scripts.holdClient.name, KEYS.unconsentedClients(NETWORK), CLIENT, 4, life];

  for (const [what, before] of [
    ['for the first time', null],
    ['again', NETWORK],
  ] as const) {
    it(`take a place of their network ${what}, for whole milliseconds`, async () => {
      const { calls, clients } = withAnswers(before, null);
      expect(await clients.hold('network', 'client', 4, 9000.7)).to.deep.equal({ allowed: true });
      expect(calls).to.deep.equal([[...SET, 9000], held(9000)]);
    });
  }

  it('take it for at least a millisecond', async () => {
    const { calls, clients } = withAnswers(null, null);
    await clients.hold('network', 'client', 4, 0.5);
    expect(calls).to.deep.equal([[...SET, 1], held(1)]);
  });

  it('give back the place of another network', async () => {
    const { calls, clients } = withAnswers(OTHER, null);
    await clients.hold('network', 'client', 4, 9000);
    expect(calls).to.deep.equal([[...SET, 9000], releaseAt(OTHER), held(9000)]);
  });

  it('are denied where the network has no place, and count against none', async () => {
    const { calls, clients } = withAnswers(null, 700);
    expect(await clients.hold('network', 'client', 4, 9000)).to.deep.include({ allowed: false });
    expect(calls.slice(2)).to.deep.equal([FORGET]);
  });

  it('give back their place', async () => {
    const { calls, clients } = withAnswers(null, null, NETWORK);
    await clients.release('client');
    expect(calls).to.deep.equal([['get', KEYS.registrant(CLIENT)], releaseAt(NETWORK), FORGET]);
  });

  it('have none to give back if no network registered them', async () => {
    const { calls, clients } = withAnswers(null, null);
    await clients.release('client');
    expect(calls).to.deep.equal([['get', KEYS.registrant(CLIENT)]]);
  });
});
