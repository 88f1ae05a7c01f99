import { expect } from 'chai';
import type { OneTimeCodes } from '../auth/one-time-codes.js';
import { createOneTimeCodes, recoveryHash } from '../auth/one-time-codes.js';
import type { PasskeyProblem, PasskeyVerifier } from '../auth/passkeys.js';
import type { Passkey, PasskeyUse } from '../ports/passkeys.js';
import type { SecondFactor, SecondFactorUse } from '../ports/second-factors.js';
import { recorded } from '../testing/asking.js';
import type { CountedStepDependencies } from './counted-step.js';
import type { CodeDependencies } from './prove-code.js';
import { createPasswordFingerprint, createProveCode } from './prove-code.js';
import type { PasskeyProofDependencies } from './prove-passkey.js';
import { createProvePasskey } from './prove-passkey.js';

const NOW = 59_000;
const clock = { now: () => NOW };
const CALL = { requestId: 'r-1' };
const PROVER = { administratorId: '7', password: 'fingerprint', clientAddress: '192.0.2.1' };
/** RFC 6238 appendix B: the secret "12345678901234567890", whose code at 59 seconds is 287082 (step 1). */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const CODE = '287082';
const NOW_KEY = { secret: 's'.repeat(32), applicationName: 'Notes' };
const codes = createOneTimeCodes({ ...NOW_KEY, previousSecret: 'p'.repeat(32) }, clock);
const WITH_APP: SecondFactor = { sealedSecret: codes.seal(SECRET, '7'), recoveryCodesLeft: 9 };

/** A throttle that records what becomes of an attempt. */
function counting(isAllowed = true, undo: () => Promise<void> = () => Promise.resolve()) {
  const events: string[] = [];
  const warned: object[] = [];
  const note = (event: string) => () => {
    events.push(event);
    return undo();
  };
  const verdict = isAllowed
    ? { allowed: true, succeeded: note('succeeded'), withdrawn: note('withdrawn') }
    : { allowed: false, retryAfterSeconds: 30 };
  const dependencies = {
    throttle: {
      attempt: ({ day, pair, login }: { readonly day: Key; readonly pair: Key; readonly login: Key }) => {
        events.push(`counted ${day.key} ${pair.key} ${login.key}`);
        return Promise.resolve(verdict);
      },
    },
    limits: { windowMs: 1000, perLoginAndAddress: 1, perLogin: 2, perAddress: 3 },
    logger: { warn: (context: object, message: string) => void warned.push({ ...context, message }) },
  } as unknown as CountedStepDependencies;
  return { events, warned, dependencies };
}
interface Key {
  readonly key: string;
}
const COUNTED = 'counted second-factor:day:fingerprint second-factor:pair:192.0.2.1 7 second-factor:account:7';
const wanted = () => Promise.resolve(true);
const unwanted = () => Promise.resolve(false);
const AWAY = new Error('away');
const away = () => Promise.reject(AWAY);
const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => error,
  );

interface Typed {
  readonly factor?: SecondFactor | 'none';
  readonly find?: () => Promise<never>;
  readonly accepted?: boolean;
  readonly throttle?: ReturnType<typeof counting>;
  readonly codes?: OneTimeCodes;
}

function typing({ factor = WITH_APP, find, accepted = true, throttle = counting(), ...more }: Typed = {}) {
  const use = recorded<readonly [SecondFactorUse, object], boolean>(accepted);
  const prove = createProveCode({
    factors: { find: find ?? (() => Promise.resolve(factor === 'none' ? undefined : factor)), use: use.method },
    codes,
    ...more,
    ...throttle.dependencies,
  } as unknown as CodeDependencies);
  const spend = async (code: string, isWanted = wanted) => {
    const proven = await prove({ ...PROVER, code }, CALL);
    return proven.kind === 'checked' ? proven.spend(isWanted) : proven;
  };
  return { spend, uses: use.calls, ...throttle };
}

describe('admin: a code of the second factor (AD-257, AD-258, AD-453)', () => {
  it('is spent at the host by its step, and clears the count of the attempt', async () => {
    const { spend, uses, events } = typing();
    expect(await spend(' 287-082 ')).to.equal(true);
    expect(uses).to.deep.equal([
      [{ administratorId: '7', sealedSecret: WITH_APP.sealedSecret, code: { step: 1 } }, CALL],
    ]);
    expect(events).to.deep.equal([COUNTED, 'succeeded']);
  });

  it('is refused at once if it is wrong, and by the host if it was used', async () => {
    const wrong = typing();
    expect(await wrong.spend('000000')).to.equal(false);
    expect([wrong.uses, wrong.events]).to.deep.equal([[], [COUNTED]]);
    const used = typing({ accepted: false });
    expect(await used.spend(CODE)).to.equal(false);
    expect(used.events).to.deep.equal([COUNTED]);
  });

  it('can be a recovery code, of which only the host knows whether it is right', async () => {
    const { spend, uses } = typing();
    expect(await spend('abcd-efgh-ijkm-npqr')).to.equal(true);
    const code = { recoveryHash: recoveryHash('abcdefghijkmnpqr') };
    expect(uses).to.deep.equal([[{ administratorId: '7', sealedSecret: WITH_APP.sealedSecret, code }, CALL]]);
  });

  it('seals the secret anew that the previous key has sealed (AD-249)', async () => {
    const previous = createOneTimeCodes({ secret: 'p'.repeat(32), applicationName: 'Notes' }, clock);
    const sealedSecret = previous.seal(SECRET, '7');
    const { spend, uses } = typing({ factor: { sealedSecret, recoveryCodesLeft: 0 } });
    expect(await spend(CODE)).to.equal(true);
    const [[{ resealedSecret = '', ...use }] = expect.fail()] = uses;
    expect(use).to.deep.equal({ administratorId: '7', sealedSecret, code: { step: 1 } });
    expect(codes.unseal(resealedSecret, '7')).to.deep.equal({ secret: SECRET });
  });

  it('is spent in vain if it is not wanted, with a recovery code that no administrator has', async () => {
    for (const code of [CODE, 'abcd-efgh-ijkm-npqr']) {
      const { spend, uses } = typing();
      await spend(code, unwanted);
      const [[use] = expect.fail()] = uses;
      expect(use).to.deep.include({ administratorId: '7', sealedSecret: WITH_APP.sealedSecret });
      expect(use.code)
        .to.have.property('recoveryHash')
        .that.matches(/^[0-9a-f]{64}$/);
      expect(use.code).to.not.deep.equal({ recoveryHash: recoveryHash(code) });
    }
  });

  it('costs the same work without a second factor, with one of passkeys alone, and with one that no key opens', async () => {
    const foreign = createOneTimeCodes({ secret: 'f'.repeat(32), applicationName: 'Notes' }, clock).seal(SECRET, '7');
    for (const factor of ['none', { ...WITH_APP, sealedSecret: '' }, { ...WITH_APP, sealedSecret: foreign }] as const) {
      const { spend, uses } = typing({ factor });
      expect(await spend(CODE)).to.equal(false);
      expect(uses).to.deep.equal([]);
    }
    // Not even with the code of the secret that takes the place of theirs.
    const unlucky = typing({ factor: 'none', codes: { ...codes, newSecret: () => SECRET } });
    expect(await unlucky.spend(CODE)).to.equal(false);
    expect(unlucky.uses).to.deep.equal([]);
    const none = typing({ factor: 'none', accepted: false });
    expect(await none.spend('abcd-efgh-ijkm-npqr')).to.equal(false);
    const [[use] = expect.fail()] = none.uses;
    expect(use.sealedSecret).to.match(/^A{80}$/);
    expect(use.code).to.not.deep.equal({ recoveryHash: recoveryHash('abcd-efgh-ijkm-npqr') });
    const passkeys = typing({ factor: { sealedSecret: '', recoveryCodesLeft: 1 } });
    expect(await passkeys.spend('abcd-efgh-ijkm-npqr')).to.equal(true);
    expect(passkeys.uses[0]?.[0].sealedSecret).to.equal('');
  });

  it('is not looked at above the limit, and not counted if the host is away (AD-191)', async () => {
    const many = typing({ throttle: counting(false), find: away });
    expect(await many.spend(CODE)).to.deep.equal({ kind: 'throttled', retryAfterSeconds: 30 });
    const reading = typing({ find: away });
    expect(await thrownBy(reading.spend(CODE))).to.equal(AWAY);
    expect(reading.events).to.deep.equal([COUNTED, 'withdrawn']);
    const spending = typing();
    expect(await thrownBy(spending.spend(CODE, away))).to.equal(AWAY);
    expect(spending.events).to.deep.equal([COUNTED, 'withdrawn']);
  });

  it('is answered as it is, even if its count cannot be undone', async () => {
    const right = typing({ throttle: counting(true, away) });
    expect(await right.spend(CODE)).to.equal(true);
    const message = 'failed to undo the count of an attempt at a second factor';
    expect(right.warned).to.deep.equal([{ requestId: 'r-1', err: AWAY, message }]);
    const failing = typing({ throttle: counting(true, away), find: away });
    expect(await thrownBy(failing.spend(CODE))).to.equal(AWAY);
    expect(failing.warned).to.have.length(1);
  });

  it('counts by a fingerprint of account and password that is the same in each spelling, and that no one can guess', () => {
    const [one, other] = [{ secret: 's'.repeat(32) }, { secret: 'o'.repeat(32) }].map(createPasswordFingerprint);
    expect(one!('7', 'Caf\u00e9')).to.equal(one!('7', 'Cafe\u0301'));
    expect(new Set([one!('7', 'a'), one!('8', 'a'), one!('7', 'b'), other!('7', 'a')]).size).to.equal(4);
  });
});

const USED = { credentialId: 'c', signCount: 6, backedUp: true };

function presenting(verified: typeof USED | PasskeyProblem = USED, accepted = true, throttle = counting()) {
  const use = recorded<readonly [PasskeyUse, object], boolean>(accepted);
  const asserted = recorded<Parameters<PasskeyVerifier['asserted']>, typeof verified>(verified);
  const kept: readonly Passkey[] = [];
  const prove = createProvePasskey({
    passkeys: { list: (id: string) => Promise.resolve(id === '7' ? kept : expect.fail()), use: use.method },
    verifier: { asserted: asserted.method },
    clock,
    ...throttle.dependencies,
  } as unknown as PasskeyProofDependencies);
  const present = () => prove({ ...PROVER, credential: 'given', challenge: 'challenge' }, CALL);
  return { present, uses: use.calls, asserted: asserted.calls, kept, ...throttle };
}

describe('admin: a passkey as the second factor (AD-521, AD-532, AD-535)', () => {
  it('is verified against those of the administrator, and its use recorded', async () => {
    const { present, uses, asserted, kept, events } = presenting();
    const proven = await present();
    if (proven.kind !== 'checked') return expect.fail(proven.kind);
    expect(asserted).to.deep.equal([['given', { challenge: 'challenge', administratorId: '7', passkeys: kept }]]);
    expect(await proven.spend(wanted)).to.equal(true);
    expect(uses).to.deep.equal([[{ administratorId: '7', ...USED, usedAt: NOW }, CALL]]);
    expect(events).to.deep.equal([COUNTED, 'succeeded']);
  });

  it('is not used if it is not wanted, nor accepted if the host has seen its counter', async () => {
    const unasked = presenting();
    const proven = await unasked.present();
    if (proven.kind !== 'checked') return expect.fail(proven.kind);
    await proven.spend(unwanted);
    expect(unasked.uses[0]?.[0].credentialId).to.match(/^[\w-]{20,}$/);
    const late = presenting(USED, false);
    const again = await late.present();
    expect(again.kind === 'checked' && (await again.spend(wanted))).to.equal(false);
    expect(late.events).to.deep.equal([COUNTED]);
  });

  it('is refused with a reason, and one that may be copied leaves a line in the log', async () => {
    for (const problem of ['unknown', 'wrong_site', 'refused', 'copied'] as const) {
      const { present, events, warned } = presenting(problem);
      expect(await present()).to.deep.equal({ kind: 'not_accepted', problem });
      expect(events).to.deep.equal([COUNTED]);
      expect(warned).to.deep.equal(
        problem === 'copied'
          ? [
              {
                requestId: 'r-1',
                administrator: '7',
                message: 'refused a passkey whose counter did not rise: it may have been copied; remove it',
              },
            ]
          : [],
      );
    }
  });

  it('is not looked at above the limit, and not counted if the host is away', async () => {
    const many = presenting(USED, true, counting(false));
    expect(await many.present()).to.deep.equal({ kind: 'throttled', retryAfterSeconds: 30 });
    expect(many.asserted).to.deep.equal([]);
    const { present, events } = presenting();
    const proven = await present();
    expect(proven.kind === 'checked' && (await thrownBy(proven.spend(away)))).to.equal(AWAY);
    expect(events).to.deep.equal([COUNTED, 'withdrawn']);
  });
});
