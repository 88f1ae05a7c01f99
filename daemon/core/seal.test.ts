import { expect } from 'chai';
import { seal, unseal } from './seal.js';

describe('core/seal (decision 6: AES-GCM under a key derived by HKDF)', () => {
  const sealed = seal('the answer é 🦊', 'secret', 'purpose');

  it('opens with the same secret and purpose', () =>
    expect(unseal(sealed, 'secret', 'purpose')).to.equal('the answer é 🦊'));

  it('opens with nothing else', () => {
    for (const [secret, purpose] of [
      ['Secret', 'purpose'],
      ['', 'purpose'],
      ['secret', 'Purpose'],
      ['secret', ''],
      ['secretpurpose', ''],
    ] as const) {
      expect(unseal(sealed, secret, purpose)).to.equal(undefined);
    }
  });

  it('does not open once a single bit was changed', () => {
    for (let byte = 0; byte < sealed.length; byte++) {
      const changed = Buffer.from(sealed);
      changed[byte]! ^= 1;
      expect(unseal(changed, 'secret', 'purpose'), `byte ${byte}`).to.equal(undefined);
    }
  });

  it('does not open once it was cut short or made longer', () => {
    for (let length = 0; length < sealed.length; length++) {
      expect(unseal(sealed.subarray(0, length), 'secret', 'purpose')).to.equal(undefined);
    }
    expect(unseal(Buffer.concat([sealed, Buffer.alloc(1)]), 'secret', 'purpose')).to.equal(undefined);
  });

  it('never seals the same text to the same bytes, and shows nothing of it', () => {
    expect(seal('the answer', 'secret', 'purpose').equals(seal('the answer', 'secret', 'purpose'))).to.equal(false);
    expect(sealed.includes('answer')).to.equal(false);
  });
});
