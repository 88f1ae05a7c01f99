import { expect } from 'chai';
import type { Applicant } from './upstream-connections.js';
import { Places } from './upstream-connections.js';

describe('mount: places (docs/security-shared-connections.md, "How many connections")', () => {
  let events: string[];
  let releases: Map<string, () => void>;
  beforeEach(() => {
    events = [];
    releases = new Map();
  });

  const applicant = (name: string): Applicant => ({
    admitted(release) {
      events.push(`${name} admitted`);
      releases.set(name, release);
    },
    refused: (reason) => void events.push(`${name} refused: ${reason}`),
  });

  it('admits as many as there are places, lets as many wait, and refuses the rest at once', () => {
    const places = new Places(2, 60_000);
    const waiting = ['c', 'd'].map(applicant);
    for (const one of [applicant('a'), applicant('b'), ...waiting, applicant('e')]) places.apply(one);
    expect(events).to.deep.equal([
      'a admitted',
      'b admitted',
      'e refused: 2 requests are in progress and as many are waiting',
    ]);
    for (const one of waiting) places.withdraw(one);
  });

  it('admits the longest waiting when a place is given back, however often it is', () => {
    const places = new Places(1, 60_000);
    for (const name of ['a', 'b']) places.apply(applicant(name));
    releases.get('a')!();
    releases.get('a')!();
    const last = applicant('c');
    places.apply(last);
    expect(events).to.deep.equal(['a admitted', 'b admitted']);
    releases.get('b')!();
    expect(events.at(-1)).to.equal('c admitted');
    releases.get('c')!();
    places.apply(applicant('d'));
    expect(events.at(-1)).to.equal('d admitted');
  });

  it('leaves out who does not want a place any more', () => {
    const places = new Places(1, 60_000);
    const gone = applicant('gone');
    places.apply(applicant('a'));
    places.apply(gone);
    places.withdraw(gone);
    places.apply(applicant('b'));
    releases.get('a')!();
    expect(events).to.deep.equal(['a admitted', 'b admitted']);
  });

  it('refuses who waited too long, and gives the place to the next', async () => {
    const places = new Places(1, 20);
    places.apply(applicant('a'));
    await new Promise<void>((resolve) => {
      places.apply({ ...applicant('b'), refused: (reason) => resolve(void events.push(reason)) });
    });
    expect(events).to.deep.equal(['a admitted', 'none of 1 requests in progress finished within 20 ms']);
    releases.get('a')!();
    places.apply(applicant('c'));
    expect(events.at(-1)).to.equal('c admitted');
  });

  it('gives half of the places, and of the queue, to requests whose body is still coming', () => {
    const places = new Places(4, 60_000);
    const waiting = ['c', 'd', 'f'].map(applicant);
    expect(places.hasRoomForPartial).to.equal(true);
    for (const name of ['a', 'b']) places.apply(applicant(name), true);
    expect(places.hasRoomForPartial).to.equal(false);
    for (const one of [...waiting.slice(0, 2), applicant('e')]) places.apply(one, true);
    expect(events).to.deep.equal([
      'a admitted',
      'b admitted',
      'e refused: 2 requests whose body is still arriving are in progress and as many are waiting',
    ]);
    for (const name of ['g', 'h']) places.apply(applicant(name));
    places.apply(waiting[2]!);
    releases.get('g')!();
    expect(events.slice(3)).to.deep.equal(['g admitted', 'h admitted', 'f admitted']);
    releases.get('a')!();
    expect(events.at(-1)).to.equal('c admitted');
    for (const one of waiting) places.withdraw(one);
  });
});
