import { expect } from 'chai';
import { createTickets } from './tickets.js';

interface Content {
  readonly id: string;
}

const [SECRET, EARLIER] = ['s'.repeat(32), 'e'.repeat(32)];
const isContent = (value: unknown): value is Content => typeof (value as Partial<Content> | null)?.id === 'string';
let now = 1_800_000_000_000;

function ticketsOf(more: { secret?: string; previousSecret?: string; purpose?: string } = {}) {
  return createTickets<Content>(
    { secret: SECRET, purpose: 'a test', ttlSeconds: 60, isContent, ...more },
    { now: () => now },
  );
}

describe('admin: tickets (AD-331, AD-431)', () => {
  it('return their content until they expire', () => {
    const { issue, open } = ticketsOf();
    const ticket = issue({ id: '7' });
    expect(open(ticket)).to.deep.equal({ id: '7' });
    now += 59_999;
    expect(open(ticket)).to.deep.equal({ id: '7' });
    now += 1;
    expect(open(ticket)).to.equal(undefined);
  });

  it('of the previous secret are accepted while another one replaces it, and foreign ones never', () => {
    const ticket = ticketsOf({ secret: EARLIER }).issue({ id: '7' });
    const { issue, open } = ticketsOf({ previousSecret: EARLIER });
    expect(open(ticket)).to.deep.equal({ id: '7' });
    expect(open(issue({ id: '8' }))).to.deep.equal({ id: '8' });
    expect(ticketsOf().open(ticket)).to.equal(undefined);
    expect(ticketsOf({ secret: EARLIER }).open(issue({ id: '8' }))).to.equal(undefined);
    const foreign = ticketsOf({ secret: 'f'.repeat(32) }).issue({ id: '7' });
    for (const one of ['', 'x', 'AAAA', foreign]) {
      expect(open(one), one).to.equal(undefined);
      expect(ticketsOf().open(one), one).to.equal(undefined);
    }
  });

  it('of another kind, with other content or in another spelling are none', () => {
    const ticket = ticketsOf().issue({ id: '7' });
    expect(ticketsOf({ purpose: 'another test' }).open(ticket)).to.equal(undefined);
    expect(ticketsOf().open(ticketsOf().issue({ id: 7 } as unknown as Content))).to.equal(undefined);
    for (const other of [`${ticket}=`, ` ${ticket}`, ticket.replace(/[-_]?(.)$/, '$1\n'), ticket.slice(1)]) {
      expect(ticketsOf().open(other), other).to.equal(undefined);
    }
  });

  it('look alike, whatever they hold, up to 512 bytes each', () => {
    const lengths = [1, 100, 400].map((length) => ticketsOf().issue({ id: 'x'.repeat(length) }).length);
    expect(new Set(lengths).size).to.equal(1);
    expect(ticketsOf().issue({ id: 'x'.repeat(600) }).length).to.be.greaterThan(lengths[0]!);
    // The bytes of characters count, not their number.
    const wide = { id: 'é'.repeat(300) };
    expect(ticketsOf().open(ticketsOf().issue(wide))).to.deep.equal(wide);
    expect(ticketsOf().issue(wide)).to.have.lengthOf(ticketsOf().issue({ id: 'x'.repeat(600) }).length);
  });

  it('that are longer than any are not even decoded', () => {
    const long = ticketsOf().issue({ id: 'x'.repeat(7000) });
    expect(long.length).to.be.greaterThan(8192);
    expect(ticketsOf().open(long)).to.equal(undefined);
    const longest = { id: 'x'.repeat(5500) };
    expect(ticketsOf().issue(longest).length).to.be.at.most(8192);
    expect(ticketsOf().open(ticketsOf().issue(longest))).to.deep.equal(longest);
  });
});
