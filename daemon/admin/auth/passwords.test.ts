import { hash, verify } from '@node-rs/bcrypt';
import { expect } from 'chai';
import { availableParallelism } from 'node:os';
import { Busy, createPasswords, hashCost, passwordProblem, Turns } from './passwords.js';

describe('admin: turns', () => {
  it('never runs more than its maximum at the same time, and serves all (AD-116)', async () => {
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

  it('refuses jobs when too many wait, and serves the waiting ones', async () => {
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

  it('lets no one wait if it has no room for that', async () => {
    const turns = new Turns(1, 0);
    let finish = (): void => undefined;
    const first = turns.take('a', () => new Promise<void>((resolve) => (finish = resolve)));
    const refused = await turns.take('b', () => Promise.resolve()).catch((error: unknown) => String(error));
    expect(refused).to.equal('Busy: 0 passwords are waiting already');
    finish();
    await first;
    expect(await turns.take('b', () => Promise.resolve('later'))).to.equal('later');
  });

  it('reports the number of waiting jobs when it refuses', async () => {
    const turns = new Turns(1, 2);
    let finish = (): void => undefined;
    const first = turns.take('a', () => new Promise<void>((resolve) => (finish = resolve)));
    const waiting = [turns.take('a', () => Promise.resolve()), turns.take('a', () => Promise.resolve())];
    const refused = await turns.take('a', () => Promise.resolve()).catch((error: unknown) => String(error));
    expect(refused).to.equal('Busy: 2 passwords are waiting already');
    finish();
    await Promise.all([first, ...waiting]);
  });

  it('releases the turn of a failed job', async () => {
    const turns = new Turns(1, 1);
    expect(
      await turns.take('a', () => Promise.reject(new Error('no'))).catch((error: unknown) => String(error)),
    ).to.equal('Error: no');
    expect(await turns.take('a', () => Promise.resolve('next'))).to.equal('next');
  });

  it('lets requesters take turns, however many jobs one of them has waiting', async () => {
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

  it("when too many wait, refuses the latest job of the requester with the most, not the newcomer's", async () => {
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

  it('of two requesters with equal numbers waiting, drops the latest job of the one whose turn comes first', async () => {
    const turns = new Turns(1, 4);
    let finish = (): void => undefined;
    const running = turns.take('a', () => new Promise<void>((resolve) => (finish = resolve)));
    const outcomes = ['one', 'one', 'other', 'other', 'newcomer'].map((requester) =>
      turns.take(requester, () => Promise.resolve(requester)).catch((error: unknown) => (error as Error).name),
    );
    finish();
    await running;
    expect(await Promise.all(outcomes)).to.deep.equal(['one', 'Busy', 'other', 'other', 'newcomer']);
  });

  it('keeps the same capacity after it dropped one job in favor of another', async () => {
    const turns = new Turns(1, 2);
    let finish = (): void => undefined;
    const running = turns.take('flood', () => new Promise<void>((resolve) => (finish = resolve)));
    const outcomes = ['flood', 'flood', 'one', 'one', 'other'].map((requester) =>
      turns.take(requester, () => Promise.resolve(requester)).catch((error: unknown) => (error as Error).name),
    );
    finish();
    await running;
    expect(await Promise.all(outcomes)).to.deep.equal(['flood', 'Busy', 'one', 'Busy', 'Busy']);
    const later = turns.take('flood', () => new Promise<void>((resolve) => (finish = resolve)));
    const waiting = [1, 2].map((n) => turns.take('flood', () => Promise.resolve(n)));
    const refused = turns.take('flood', () => Promise.resolve()).catch((error: unknown) => error);
    expect(await refused).to.be.instanceOf(Busy);
    finish();
    await later;
    expect(await Promise.all(waiting)).to.deep.equal([1, 2]);
  });
});

describe('admin: passwords (AD-116)', () => {
  it('verifies a password that it hashed, and no other', async () => {
    const passwords = createPasswords(4);
    const encoded = await passwords.hash('correct horse');
    expect(encoded).to.match(/^\$2b\$04\$/);
    expect(await passwords.verify('correct horse', encoded, '192.0.2.1')).to.equal(true);
    expect(await passwords.verify('correct horse ', encoded, '192.0.2.1')).to.equal(false);
    expect(await passwords.verify('', encoded, '192.0.2.1')).to.equal(false);
  });

  it('verifies hashes from PHP, with prefix 2y', async () => {
    const passwords = createPasswords(4);
    const encoded = await hash('winter', { cost: 4, version: '2y' });
    expect(await passwords.verify('winter', encoded, '192.0.2.1')).to.equal(true);
  });

  it('matches no password for an unknown login or an unreadable hash (AD-111)', async () => {
    const passwords = createPasswords(4);
    for (const encoded of [undefined, '', 'x', '$2y$04$short']) {
      expect(await passwords.verify('anything', encoded, '192.0.2.1'), String(encoded)).to.equal(false);
    }
  });

  it('never truncates: 73 bytes match no hash, not even that of their first 72 (AD-116)', async () => {
    const passwords = createPasswords(4);
    const encoded = await passwords.hash('a'.repeat(72));
    expect(await passwords.verify('a'.repeat(72), encoded, '192.0.2.1')).to.equal(true);
    expect(await passwords.verify('a'.repeat(73), encoded, '192.0.2.1')).to.equal(false);
  });

  it('takes composed and decomposed letters for the same, also for hashes of what was typed (AD-451)', async () => {
    const passwords = createPasswords(4);
    const [typed, other] = ['\u00dcbungsplatz', 'U\u0308bungsplatz'];
    for (const stored of [typed, other]) {
      const encoded = await passwords.hash(stored);
      for (const given of [typed, other]) expect(await passwords.verify(given, encoded)).to.equal(true);
      expect(await passwords.verify('Ubungsplatz', encoded)).to.equal(false);
    }
    const former = await hash(other, { cost: 4 });
    expect(await passwords.verify(other, former)).to.equal(true);
    expect(await passwords.verify(other, undefined)).to.equal(false);
    // bcrypt would compare the first 72 bytes of what was typed, and the composed one has 72.
    const [long, decomposed] = ['\u00fc'.repeat(36), 'u\u0308'.repeat(36)];
    const encoded = await passwords.hash(decomposed);
    expect(await passwords.verify(long, encoded)).to.equal(true);
    expect(await passwords.verify(`${decomposed}x`, encoded)).to.equal(false);
    expect(passwordProblem(decomposed)).to.equal(undefined);
  });

  it('accepts no password with NUL, since bcrypt takes "a" and "a\\0a" as the same (AD-453)', async () => {
    const passwords = createPasswords(4);
    const encoded = await hash('a', { cost: 4 });
    expect(await verify('a\0a\0a', encoded)).to.equal(true);
    for (const password of ['a\0a', 'a\0', '\0', 'a\0b']) {
      expect(passwordProblem(password)).to.equal('must not contain the character U+0000');
      expect(await passwords.verify(password, encoded, '192.0.2.1')).to.equal(false);
      expect(await passwords.verify(password, await hash(password, { cost: 4 }), '192.0.2.1')).to.equal(false);
    }
  });

  it('takes as long for a hash of a lower cost, or for none of bcrypt, as for an unknown login (AD-111)', async () => {
    const passwords = createPasswords(10);
    // Processor time, because a busy machine lengthens every other time.
    const shortest = async (encoded: string | undefined): Promise<number> => {
      const times: number[] = [];
      for (let run = 0; run < 5; run++) {
        const began = process.cpuUsage();
        expect(await passwords.verify('wrong', encoded)).to.equal(false);
        const { user, system } = process.cpuUsage(began);
        times.push(user + system);
      }
      return Math.min(...times);
    };
    const unknown = await shortest(undefined);
    for (const encoded of [
      await hash('a', { cost: 4 }),
      await hash('a', { cost: 9, version: '2y' }),
      '$argon2id$v=19$x',
    ]) {
      expect((await shortest(encoded)) / unknown, encoded).to.be.within(0.5, 2);
    }
    expect(await passwords.verify('a', await hash('a', { cost: 4 }))).to.equal(true);
  });

  it('reports a hash with another cost as outdated', async () => {
    const passwords = createPasswords(5);
    expect(passwords.isOutdated(await passwords.hash('a'))).to.equal(false);
    expect(passwords.isOutdated(await hash('a', { cost: 4 }))).to.equal(true);
    expect(passwords.isOutdated('$argon2id$v=19$x')).to.equal(true);
    for (const prefix of ['$2$', '$2a$', '$2x$', '$2y$']) {
      expect(passwords.isOutdated((await hash('a', { cost: 5 })).replace('$2b$', prefix)), prefix).to.equal(false);
    }
    for (const more of [' ', 'x', '\n']) {
      const encoded = await hash('a', { cost: 5 });
      expect(passwords.isOutdated(`${more}${encoded}`)).to.equal(true);
      expect(passwords.isOutdated(`${encoded}${more}`)).to.equal(true);
    }
  });

  it('accepts a hash of a higher cost, and reports it as outdated, so that a sign-in renews it (AD-111)', async () => {
    const passwords = createPasswords(4);
    const encoded = await hash('a', { cost: 6 });
    expect(await passwords.verify('a', encoded)).to.equal(true);
    expect(await passwords.verify('b', encoded)).to.equal(false);
    expect(passwords.isOutdated(encoded)).to.equal(true);
  });

  it('falls back to 10 for a cost outside 4 to 31 (AD-116)', async () => {
    expect([-1, 0, 3, 32, NaN].map(hashCost)).to.deep.equal([10, 10, 10, 10, 10]);
    expect([4, 5, 30, 31].map(hashCost)).to.deep.equal([4, 5, 30, 31]);
    expect(createPasswords(3).isOutdated(await hash('a', { cost: 10 }))).to.equal(false);
  });

  it('compares at most three passwords at a time, and lets 200 wait', async () => {
    const passwords = createPasswords(4);
    const atOnce = Math.min(availableParallelism(), 3);
    const outcomes = await Promise.all(
      Array.from({ length: atOnce + 201 }, () =>
        passwords.verify('anything', undefined, '192.0.2.1').catch((error: unknown) => (error as Error).name),
      ),
    );
    expect(outcomes).to.deep.equal([...Array<false>(atOnce + 200).fill(false), 'Busy']);
  });

  it('passwordProblem counts UTF-8 bytes, and reports the number', () => {
    expect(passwordProblem('a'.repeat(72))).to.equal(undefined);
    expect(passwordProblem('é'.repeat(36))).to.equal(undefined);
    expect(passwordProblem('')).to.equal('must not be empty');
    expect(passwordProblem('é'.repeat(37))).to.equal('is 74 bytes long in UTF-8; at most 72 are allowed');
  });
});
