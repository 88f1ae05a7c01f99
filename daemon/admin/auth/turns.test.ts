import { expect } from 'chai';
import { Busy, Turns } from './turns.js';

describe('admin/auth/turns', () => {
  it('never lets more than its number run, and loses nobody', async () => {
    const turns = new Turns(2, 100);
    let running = 0;
    let most = 0;
    const done = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        turns.take(async () => {
          most = Math.max(most, ++running);
          await new Promise(setImmediate);
          running--;
          return index;
        }),
      ),
    );
    expect(most).to.equal(2);
    expect(done).to.deep.equal(Array.from({ length: 20 }, (_, index) => index));
  });

  it('refuses whoever would wait behind too many, and serves those who waited', async () => {
    const turns = new Turns(1, 1);
    let finish = (): void => undefined;
    const first = turns.take(() => new Promise<void>((resolve) => (finish = resolve)));
    const second = turns.take(() => Promise.resolve('second'));
    expect(await turns.take(() => Promise.resolve()).catch((error: unknown) => error)).to.be.instanceOf(Busy);
    finish();
    await first;
    expect(await second).to.equal('second');
    expect(await turns.take(() => Promise.resolve('later'))).to.equal('later');
  });

  it('a job that fails gives its turn back', async () => {
    const turns = new Turns(1, 1);
    expect(await turns.take(() => Promise.reject(new Error('no'))).catch((error: unknown) => String(error))).to.equal(
      'Error: no',
    );
    expect(await turns.take(() => Promise.resolve('next'))).to.equal('next');
  });
});
