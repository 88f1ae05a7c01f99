import { expect } from 'chai';
import type { Passwords } from '../auth/passwords.js';
import { createTickets } from '../auth/tickets.js';
import type { Administrator } from '../model/administrator.js';
import { createBeginSteps, isSignInTicket } from './finish-sign-in.js';
import { createPasswordFingerprint } from './prove-code.js';

const tickets = createTickets(
  { secret: 's'.repeat(32), purpose: 'a test', ttlSeconds: 60, isContent: isSignInTicket },
  { now: () => 1_800_000_000_000 },
);
const passwords = {
  verify: (password: string) => Promise.resolve(password === 'right'),
  isOutdated: () => false,
} as unknown as Passwords;

const fingerprintOf = createPasswordFingerprint({ secret: 's'.repeat(32) });

describe('admin: the first of two steps of a sign-in (AD-331)', () => {
  it('answers a wrong password with a ticket as long as that for the right one, whatever the length of the login', async () => {
    const { begin } = createBeginSteps({ tickets, passwords, fingerprintOf });
    for (let length = 1; length <= 255; length += 1) {
      for (const identifier of ['l'.repeat(length), '"'.repeat(length), '\u{1F600}'.repeat(length)]) {
        const administrator = { id: '7', login: identifier, tokenVersion: 3 } as Administrator;
        const ticketFor = (password: string) =>
          begin({ administrator, passwordHash: 'hash' }, true, { identifier, password, requester: '' });
        const [right, wrong] = [await ticketFor('right'), await ticketFor('wrong')];
        expect(wrong.length, String(length)).to.equal(right.length);
        // Each password has a limit of codes of its own (AD-453).
        expect(tickets.open(right)?.password).to.not.equal(tickets.open(wrong)?.password);
        expect([tickets.open(right)?.verdict, tickets.open(wrong)?.verdict]).to.deep.equal(['right', 'wrong']);
      }
    }
  });
});
