import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { createOneTimeCodes, newRecoveryCodes, recoveryHash, typedCode } from './one-time-codes.js';

const START = Date.parse('2026-11-23T12:00:00Z');
const STEP = START / 30_000;
const [KEY, OTHER_KEY] = ['k'.repeat(32), 'o'.repeat(32)];

describe('admin: codes of a second factor (AD-257, AD-258, AD-249)', () => {
  let now = START;
  const codes = createOneTimeCodes({ secret: KEY, applicationName: 'Acme: Notes' }, { now: () => now });

  beforeEach(() => (now = START));

  it('computes the codes of RFC 6238 (appendix B, SHA-1, the last six digits)', () => {
    const secret = Secret.fromUTF8('12345678901234567890').base32;
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const) {
      now = seconds * 1000;
      expect(codes.stepOf(secret, code)).to.equal(Math.floor(seconds / 30));
    }
  });

  it('accepts the steps before and after the current one, and no others', () => {
    const secret = codes.newSecret();
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const found = [-2, -1, 0, 1, 2].map((steps) =>
      codes.stepOf(secret, totp.generate({ timestamp: START + steps * 30_000 })),
    );
    expect(found).to.deep.equal([undefined, STEP - 1, STEP, STEP + 1, undefined]);
    for (const wrong of ['', 'abcdef', '12345', '1234567', '١٢٣٤٥٦', '123456١', '١123456']) {
      expect(codes.stepOf(secret, wrong)).to.equal(undefined);
    }
  });

  it('names the application and the login in the address for apps', () => {
    const uri = new URL(codes.uriOf('ABCDEFGHABCDEFGH', 'ada:1'));
    expect(decodeURIComponent(uri.pathname)).to.match(/Acme {2}Notes:ada 1$/);
    expect(uri.searchParams.get('issuer')).to.equal('Acme  Notes');
    for (const [applicationName, issuer] of [
      [' Notes: ', 'Notes'],
      [' : ', 'Gatehouse'],
      ['', 'Gatehouse'],
    ] as const) {
      const { uriOf } = createOneTimeCodes({ secret: KEY, applicationName }, { now: () => now });
      expect(new URL(uriOf('ABCDEFGHABCDEFGH', 'ada')).searchParams.get('issuer')).to.equal(issuer);
    }
    expect(new Set(Array.from({ length: 50 }, codes.newSecret)).size).to.equal(50);
  });

  it('opens a sealed secret only for its administrator, and with the keys that it has', () => {
    const secret = codes.newSecret();
    const sealed = codes.seal(secret, '7');
    expect(sealed).to.match(/^[\w-]{1,255}$/);
    expect(codes.unseal(sealed, '7')).to.deep.equal({ secret });
    expect(codes.unseal(sealed, '8')).to.equal(undefined);
    for (const damaged of ['', 'x', `${sealed.slice(0, -4)}AAAA`]) {
      expect(codes.unseal(damaged, '7')).to.equal(undefined);
    }
    const clock = { now: () => now };
    const foreign = createOneTimeCodes({ secret: OTHER_KEY, applicationName: '' }, clock);
    expect(foreign.unseal(sealed, '7')).to.equal(undefined);
    const rotating = createOneTimeCodes({ secret: OTHER_KEY, previousSecret: KEY, applicationName: '' }, clock);
    const { resealed = '' } = rotating.unseal(sealed, '7') ?? {};
    expect(foreign.unseal(resealed, '7')).to.deep.equal({ secret });
  });

  it('makes ten recovery codes of 80 bits, which people may type in any case and with any hyphens', () => {
    const recovery = newRecoveryCodes();
    expect(new Set(recovery).size).to.equal(10);
    for (const code of recovery) {
      expect(code).to.match(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/);
      expect(recoveryHash(` ${code.toUpperCase().replaceAll('-', '  ')}`)).to.equal(recoveryHash(code));
      expect(typedCode(code)).to.deep.equal({ recovery: code });
    }
    const hash = createHash('sha256').update('abcdefghijkm2345').digest('hex');
    expect(recoveryHash('ABCD-efgh ijkm-2345')).to.equal(hash);
    expect(typedCode(' 123 456 ')).to.deep.equal({ app: '123456' });
    expect(typedCode('1234567')).to.deep.equal({ recovery: '1234567' });
  });
});
