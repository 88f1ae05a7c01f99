import { expect } from 'chai';
import { hashedKey } from '../../core/crypto.js';
import { createKeys, scripts } from './keys.js';
import { recordedRedis } from './testing/recorded-redis.js';
import { createRedisSignInThrottle, createRedisThrottle } from './throttle.js';

const KEYS = createKeys('p:');
const HIT = scripts.throttleHit.name;
const [PEEK, BACK, FORGET] = [scripts.throttlePeek.name, scripts.throttleGiveBack.name, scripts.throttleForget.name];
const bucket = (key: string, limit = 3) => ({ key, limit, windowMs: 1000.7 });
const key = (name: string) => KEYS.throttle(hashedKey(name));
const hit = (name: string, limit = 3): unknown[] => [HIT, key(name), limit, 1000];

/** Answers for each bucket; without one, its event is counted, in a window of another 900 ms. */
function withAnswers(answers: Record<string, unknown> = {}) {
  const log: unknown[][] = [];
  const noted = (...line: unknown[]): void => void log.push(line);
  const logger = { debug: noted, info: noted, warn: noted, error: noted };
  const { calls, redis } = recordedRedis((command, of) => answers[`${command} ${String(of)}`] ?? [1, 900]);
  return {
    calls,
    log,
    throttle: createRedisThrottle(redis, KEYS, logger),
    signIn: createRedisSignInThrottle(redis, KEYS, logger),
  };
}

describe('redis: throttle', () => {
  it('counts an event in all buckets, and asks that of the requester first', async () => {
    const { calls, throttle } = withAnswers();
    expect(await throttle.hit([bucket('own'), bucket('wide'), bucket('wider')])).to.deep.equal({ allowed: true });
    expect(calls).to.deep.equal([hit('own'), hit('wide'), hit('wider')]);
  });

  it('counts in a window of at least a millisecond', async () => {
    const { calls, throttle } = withAnswers();
    await throttle.hit([{ ...bucket('own'), windowMs: 0.5 }]);
    expect(calls).to.deep.equal([[HIT, key('own'), 3, 1]]);
  });

  it('asks no shared bucket for a requester over its own limit', async () => {
    const { calls, throttle } = withAnswers({ [`${HIT} ${key('own')}`]: [0, 400] });
    const outcome = await throttle.hit([bucket('own'), bucket('wide')]);
    expect(outcome).to.deep.include({ allowed: false });
    expect(calls).to.deep.equal([hit('own')]);
  });

  it('gives an event back to those that counted it when another one is full', async () => {
    const { calls, throttle, log } = withAnswers({ [`${HIT} ${key('wide')}`]: [0, 400] });
    const outcome = await throttle.hit([bucket('own'), bucket('wide'), bucket('wider')]);
    expect(outcome).to.deep.include({ allowed: false });
    expect(calls.slice(3)).to.deep.equal([
      [BACK, key('own'), 900],
      [BACK, key('wider'), 900],
    ]);
    expect(log).to.deep.equal([]);
  });

  it('fails if an answer is missing, gives back what it can, and says what it cannot', async () => {
    const [gone, kept] = [new Error('gone'), new Error('kept')];
    const { calls, throttle, log } = withAnswers({
      [`${HIT} ${key('wide')}`]: gone,
      [`${BACK} ${key('own')}`]: kept,
    });
    const error = await throttle.hit([bucket('own'), bucket('wide')]).catch((reason: unknown) => reason);
    expect(error).to.equal(gone);
    expect(calls.slice(2)).to.deep.equal([[BACK, key('own'), 900]]);
    expect(log).to.deep.equal([
      [{ err: kept }, 'failed to undo the count of a rejected event: it counts until its window ends'],
    ]);
  });

  for (const [count, allowed] of [
    [2, true],
    [3, false],
    [4, false],
  ] as const) {
    it(`${allowed ? 'allows' : 'denies'} another event after ${count} of 3, without counting it`, async () => {
      const { calls, throttle } = withAnswers({
        [`${PEEK} ${key('own')}`]: [count, 400],
        [`${PEEK} ${key('wide')}`]: [0, 800],
      });
      const outcome = await throttle.peek([bucket('own'), bucket('wide')]);
      expect(outcome).to.deep.include({ allowed });
      if (!allowed) expect(outcome).to.deep.equal(await denialOf(400));
      expect(calls).to.deep.equal([
        [PEEK, key('own')],
        [PEEK, key('wide')],
      ]);
    });
  }
});

/** How an event is denied whose only full bucket has that time left. */
async function denialOf(remainingMs: number) {
  const { throttle } = withAnswers({ [`${HIT} ${key('own')}`]: [0, remainingMs] });
  return throttle.hit([bucket('own')]);
}

describe('redis: throttle of sign-ins', () => {
  const attempt = { pair: bucket('pair'), login: bucket('login'), address: bucket('address') };

  for (const [what, day, keys] of [
    ['three buckets', undefined, ['pair', 'login', 'address']],
    ['four, if there is one for the day', bucket('day'), ['pair', 'login', 'address', 'day']],
  ] as const) {
    it(`counts an attempt in ${what}`, async () => {
      const { calls, signIn } = withAnswers();
      const outcome = await signIn.attempt({ ...attempt, ...(day && { day }) });
      expect(outcome).to.deep.include({ allowed: true });
      expect(calls).to.deep.equal(keys.map((name) => hit(name)));
    });
  }

  it('forgets the pair after a success, and gives the rest back', async () => {
    const { calls, signIn } = withAnswers();
    const outcome = await signIn.attempt(attempt);
    if (!outcome.allowed) throw new Error('it was denied');
    await outcome.succeeded();
    expect(calls.slice(3)).to.deep.equal([
      [FORGET, key('pair')],
      [BACK, key('login'), 900],
      [BACK, key('address'), 900],
    ]);
  });

  it('gives everything back when an attempt is withdrawn', async () => {
    const { calls, signIn } = withAnswers();
    const outcome = await signIn.attempt(attempt);
    if (!outcome.allowed) throw new Error('it was denied');
    await outcome.withdrawn();
    expect(calls.slice(3)).to.deep.equal(['pair', 'login', 'address'].map((name) => [BACK, key(name), 900]));
  });

  it('denies an attempt of which a bucket is full', async () => {
    const { signIn } = withAnswers({ [`${HIT} ${key('login')}`]: [0, 400] });
    expect(await signIn.attempt(attempt)).to.deep.equal(await denialOf(400));
  });

  it('forgets a pair', async () => {
    const { calls, signIn } = withAnswers();
    await signIn.forget(attempt);
    expect(calls).to.deep.equal([[FORGET, key('pair')]]);
  });
});
