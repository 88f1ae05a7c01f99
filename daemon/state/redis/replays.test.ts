import { expect } from 'chai';
import type { RedisConnection } from './connection.js';
import { createKeys } from './keys.js';
import { createRedisReplays } from './replays.js';

describe('redis: answers of the retry window', () => {
  let calls: unknown[][];
  /** Whether the key is free, and what another request has stored under it. */
  let isFree: boolean;
  let held: Buffer | undefined;
  const noted =
    <T>(name: string, answer: () => T) =>
    (...given: unknown[]) => {
      calls.push([name, ...given]);
      return Promise.resolve(answer());
    };
  const redis = {
    set: noted('set', () => undefined),
    setIfAbsent: noted('setIfAbsent', () => isFree),
    get: noted('get', () => held),
  } as unknown as RedisConnection;
  const replays = createRedisReplays(redis, createKeys('p:'));
  const [mine, theirs] = [Buffer.from('mine'), Buffer.from('theirs')];

  beforeEach(() => {
    [calls, isFree, held] = [[], true, undefined];
  });

  it('live for whole milliseconds, at least one', async () => {
    await replays.save('x', mine, 1999.9);
    await replays.save('x', mine, 0.9);
    await replays.save('x', mine, -5);
    expect(calls).to.deep.equal([['set', 'p:replay:{x}', mine, 1999]]);
  });

  it('are the first one that was saved, unless that has expired meanwhile', async () => {
    expect(await replays.saveFirst('x', mine, 2000.5)).to.equal(mine);
    expect(calls).to.deep.equal([['setIfAbsent', 'p:replay:{x}', mine, 2000]]);
    [isFree, held] = [false, theirs];
    expect(await replays.saveFirst('x', mine, 2000)).to.equal(theirs);
    held = undefined;
    expect(await replays.saveFirst('x', mine, 2000)).to.equal(mine);
    calls = [];
    expect(await replays.saveFirst('x', mine, 0.5)).to.equal(mine);
    expect(calls).to.deep.equal([]);
  });

  it('are found under the hash of their token', async () => {
    held = theirs;
    expect(await replays.find('x')).to.equal(theirs);
    expect(calls).to.deep.equal([['get', 'p:replay:{x}']]);
  });
});
