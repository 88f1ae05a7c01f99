import { expect } from 'chai';
import { Busy, Turns } from './turns.js';

describe('admin/auth/turns', () => {
  it('never lets more than its number run, and loses nobody', async () => {
    const turns = new Turns(2, 100);
    let running = 0;
    let most = 0;
    const done = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        turns.take('a', async () => {
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
    const first = turns.take('a', () => new Promise<void>((resolve) => (finish = resolve)));
    const second = turns.take('a', () => Promise.resolve('second'));
    expect(await turns.take('a', () => Promise.resolve()).catch((error: unknown) => error)).to.be.instanceOf(Busy);
    finish();
    await first;
    expect(await second).to.equal('second');
    expect(await turns.take('a', () => Promise.resolve('later'))).to.equal('later');
  });

  it('a job that fails gives its turn back', async () => {
    const turns = new Turns(1, 1);
    expect(
      await turns.take('a', () => Promise.reject(new Error('no'))).catch((error: unknown) => String(error)),
    ).to.equal('Error: no');
    expect(await turns.take('a', () => Promise.resolve('next'))).to.equal('next');
  });

  it('lets requesters take turns, however much one of them has waiting', async () => {
    const turns = new Turns(1, 100);
    const order: string[] = [];
    const job = (name: string) => async () => void order.push(name);
    await Promise.all([
      ...Array.from({ length: 50 }, (_, n) => turns.take('flood', job(`flood ${n}`))),
      turns.take('one', job('one 0')),
      turns.take('one', job('one 1')),
      turns.take('other', job('other 0')),
    ]);
    expect(order.slice(0, 6)).to.deep.equal(['flood 0', 'flood 1', 'one 0', 'other 0', 'flood 2', 'one 1']);
    expect(order).to.have.length(53);
  });

  it('when too many wait, the latest of the requester with the most is refused, and not a newcomer', async () => {
    const turns = new Turns(1, 4);
    let finish = (): void => undefined;
    const outcomes = [
      turns.take('flood', () => new Promise<string>((resolve) => (finish = () => resolve('flood')))),
      ...Array.from({ length: 4 }, (_, n) => turns.take('flood', async () => `flood ${n}`)),
      turns.take('one', async () => 'one 0'),
      turns.take('one', async () => 'one 1'),
      turns.take('one', async () => 'one 2'),
    ].map((outcome) => outcome.catch((error: unknown) => (error as Error).name));
    await new Promise(setImmediate);
    finish();
    expect(await Promise.all(outcomes)).to.deep.equal([
      'flood',
      'flood 0',
      'flood 1',
      'Busy',
      'Busy',
      'one 0',
      'one 1',
      'Busy',
    ]);
  });
});
