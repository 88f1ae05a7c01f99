import { randomBytes } from 'node:crypto';
import type { Passkey } from '../../admin/ports/passkeys.js';
import { randomToken } from '../../core/crypto.js';
import { CALL, newAdministrator, newToken } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { withColleagues } from '../subject/colleagues.js';
import { expectSame } from '../subject/expectations.js';

/** The passkeys of administrators. Every administrator here is one that the run has created. */

const newHash = (): string => randomBytes(32).toString('hex');
const unknownId = (): string => `check-host-${randomToken(9)}`;
const STEP = 58_000_000;
const MAX_PASSKEYS = 20;

const CAPABILITY = 'CAPABILITY_ADMIN_PASSKEYS';

function newPasskey(more: Partial<Passkey> = {}): Passkey {
  return {
    credentialId: randomToken(32),
    publicKey: randomToken(77),
    signCount: 0,
    transports: ['internal', 'hybrid'],
    backedUp: false,
    name: 'Schlüssel \u{1f511}',
    // Whole seconds, which every database keeps.
    createdAt: Math.floor(Date.now() / 1000) * 1000,
    ...more,
  };
}

/** Adds a passkey with the current token version, and returns the version afterwards. */
async function added(
  { admin: { directory, passkeys } }: Subject,
  login: string,
  passkey: Passkey,
  recoveryHashes: readonly string[] = [],
): Promise<number> {
  const now = (await directory.findCredentials(login, CALL))?.administrator;
  const asked = { administratorId: now?.id ?? '', tokenVersion: now?.tokenVersion ?? 0, passkey, recoveryHashes };
  const outcome = await passkeys.add(asked, CALL);
  expectSame('AddPasskey', outcome.changed, true, 'Give an administrator a passkey.');
  return outcome.changed ? outcome.administrator.tokenVersion : -1;
}

async function withPasskey(subject: Subject, more: Partial<Passkey> = {}) {
  const { administrator } = await newAdministrator(subject.admin.directory);
  const passkey = newPasskey(more);
  const recoveryHashes = [newHash(), newHash(), newHash()];
  const version = await added(subject, administrator.login, passkey, recoveryHashes);
  return { administrator, id: administrator.id, login: administrator.login, passkey, recoveryHashes, version };
}

const kept: Check = {
  name: 'passkeys/add',
  citation: 'admin_passkey.proto: ListPasskeys, AddPasskey',
  on: 'admin',
  capability: CAPABILITY,
  run: async (subject) => {
    const { directory, passkeys, secondFactors } = subject.admin;
    const { administrator: without } = await newAdministrator(directory);
    for (const id of [without.id, unknownId()]) {
      expectSame('ListPasskeys without one', await passkeys.list(id, CALL), [], 'Return no passkeys.');
    }
    const { administrator, id, login, passkey, recoveryHashes, version } = await withPasskey(subject);
    const whole = 'Keep every field of a passkey exactly as received.';
    expectSame('ListPasskeys', await passkeys.list(id, CALL), [passkey], whole);
    expectSame('the token version', version, administrator.tokenVersion + 1, 'Raise it by one.');
    const verdict = await directory.authenticate(newToken(administrator), Date.now(), CALL);
    const raises = 'Raise the token version with a passkey: it ends every session that was opened without it.';
    expectSame('AuthenticateToken with the earlier version', verdict, { stands: false, reason: 'stale' }, raises);
    const found = (await directory.findCredentials(login, CALL))?.administrator;
    expectSame('has_second_factor', found?.hasSecondFactor, true, 'A passkey is a second factor.');
    expectSame(
      'GetSecondFactor',
      await secondFactors.find(id, CALL),
      { sealedSecret: '', recoveryCodesLeft: recoveryHashes.length },
      'Keep the recovery codes; sealed_secret is empty without an app.',
    );
    const asked = { administratorId: id, tokenVersion: version, recoveryHashes: [newHash()] };
    const other = await withPasskey(subject);
    for (const [what, change, reason] of [
      ['with another token version', { tokenVersion: version + 1, passkey: newPasskey() }, 'stale'],
      ['of an unknown administrator', { administratorId: unknownId(), passkey: newPasskey() }, 'unknown'],
      ['with a credential id of the administrator', { passkey: newPasskey(passkey) }, 'registered'],
      [
        'with a credential id of another one',
        { passkey: newPasskey({ credentialId: other.passkey.credentialId }) },
        'registered',
      ],
    ] as const) {
      const outcome = await passkeys.add({ ...asked, ...change }, CALL);
      expectSame(`AddPasskey ${what}`, outcome, { changed: false, reason }, 'See the table of AddPasskey.');
    }
    const unchanged = 'A refused call must not change anything.';
    expectSame('ListPasskeys afterwards', await passkeys.list(id, CALL), [passkey], unchanged);
    const left = (await secondFactors.find(id, CALL))?.recoveryCodesLeft;
    expectSame('recovery_codes_left afterwards', left, recoveryHashes.length, unchanged);
    const second = newPasskey({ createdAt: passkey.createdAt + 1000, backedUp: true, transports: [] });
    await added(subject, login, second);
    const ordered = 'Return passkeys in the order in which they were added.';
    expectSame('ListPasskeys of two', await passkeys.list(id, CALL), [passkey, second], ordered);
    const codes = (await secondFactors.find(id, CALL))?.recoveryCodesLeft;
    const keeps = 'Empty recovery_hashes keep the recovery codes.';
    expectSame('recovery_codes_left with a second passkey', codes, recoveryHashes.length, keeps);
  },
};

const atOnce: Check = {
  name: 'passkeys/add-at-once',
  citation: 'admin_passkey.proto: AddPasskey, "any administrator has a passkey with that", "has 20 passkeys"',
  on: 'admin',
  capability: CAPABILITY,
  run: async (subject) => {
    const { directory, passkeys } = subject.admin;
    const people = await Promise.all([1, 2, 3, 4].map(() => newAdministrator(directory)));
    const passkey = newPasskey();
    const outcomes = await Promise.all(
      people.map(({ administrator: { id, tokenVersion } }) =>
        passkeys.add({ administratorId: id, tokenVersion, passkey, recoveryHashes: [newHash()] }, CALL),
      ),
    );
    const once = 'Make the credential id unique in the database: one administrator has it.';
    expectSame('added of four at once', outcomes.filter(({ changed }) => changed).length, 1, once);
    const refused = outcomes.flatMap((one) => (one.changed ? [] : [one.reason]));
    expectSame('the other outcomes', refused, ['registered', 'registered', 'registered'], once);
    const { id, login } = await withPasskey(subject);
    for (let n = 1; n < MAX_PASSKEYS; n += 1) await added(subject, login, newPasskey());
    const { tokenVersion = 0 } = (await directory.findCredentials(login, CALL))?.administrator ?? {};
    const asked = { administratorId: id, tokenVersion, passkey: newPasskey(), recoveryHashes: [] };
    const limit = 'An administrator has at most 20.';
    expectSame('AddPasskey of one more', await passkeys.add(asked, CALL), { changed: false, reason: 'tooMany' }, limit);
  },
};

const used: Check = {
  name: 'passkeys/use',
  citation: 'admin_passkey.proto: UsePasskey, "sign_count is higher than the stored one, or both are 0"',
  on: 'admin',
  capability: CAPABILITY,
  run: async (subject) => {
    const { passkeys } = subject.admin;
    const { id, passkey } = await withPasskey(subject, { signCount: 5 });
    const other = await withPasskey(subject);
    const usedAt = passkey.createdAt + 60_000;
    const { credentialId } = passkey;
    const use = (signCount: number, more: object = {}) =>
      passkeys.use({ administratorId: id, credentialId, signCount, backedUp: true, usedAt, ...more }, CALL);
    const rises = 'Accept only a counter that is higher than the stored one, unless both are 0.';
    for (const signCount of [5, 4, 0])
      expectSame(`a use with ${String(signCount)}`, await use(signCount), false, rises);
    for (const more of [
      { administratorId: other.id },
      { administratorId: unknownId() },
      { credentialId: other.passkey.credentialId },
      { credentialId: randomToken(32) },
    ]) {
      const bound = 'Accept a use only of a passkey that the administrator has.';
      expectSame('a use of a passkey that the administrator does not have', await use(9, more), false, bound);
    }
    expectSame('ListPasskeys', await passkeys.list(id, CALL), [passkey], 'A refused use must not change anything.');
    const uses = await Promise.all([1, 2, 3, 4].map(() => use(6)));
    const once = 'Compare and write in one statement, or lock the row: each counter is accepted once.';
    expectSame('accepted of four uses of one counter at once', uses.filter(Boolean).length, 1, once);
    const stored = { ...passkey, signCount: 6, backedUp: true, usedAt };
    const writes = 'Store the counter, backed_up and used_at.';
    expectSame('ListPasskeys afterwards', await passkeys.list(id, CALL), [stored], writes);
    expectSame('a use with the highest counter', await use(0xffff_ffff), true, 'Keep every uint32.');
    const own = { administratorId: other.id, credentialId: other.passkey.credentialId, backedUp: false, usedAt };
    for (let n = 0; n < 2; n += 1) {
      const none = 'An authenticator without a counter always sends 0.';
      expectSame('a use without a counter', await passkeys.use({ ...own, signCount: 0 }, CALL), true, none);
    }
  },
};

const codes: Check = {
  name: 'passkeys/recovery-codes',
  citation:
    'admin_passkey.proto: AdminPasskeyService, "While there is no app, sealed_secret of AdminSecondFactorService is"',
  on: 'admin',
  capability: CAPABILITY,
  run: async (subject) => {
    const { secondFactors } = subject.admin;
    const { id: administratorId, recoveryHashes } = await withPasskey(subject);
    const use = (code: { readonly step: number } | { readonly recoveryHash: string }) =>
      secondFactors.use({ administratorId, sealedSecret: '', code }, CALL);
    const [first = ''] = recoveryHashes;
    const uses = await Promise.all([1, 2, 3].map(() => use({ recoveryHash: first })));
    const once = 'A recovery code is accepted once, with an app or without.';
    expectSame('accepted of three uses of one recovery code at once', uses.filter(Boolean).length, 1, once);
    const none = 'Without an app, no step is accepted.';
    expectSame('a step without an app', await use({ step: STEP }), false, none);
    const replaced = await secondFactors.setRecoveryCodes(administratorId, '', [newHash()], CALL);
    expectSame('SetRecoveryCodes', replaced, true, 'Replace the codes: the empty sealed_secret is the stored one.');
    const factor = { sealedSecret: '', recoveryCodesLeft: 1 };
    expectSame('GetSecondFactor', await secondFactors.find(administratorId, CALL), factor, once);
  },
};

const renamed: Check = {
  name: 'passkeys/rename',
  citation: 'admin_passkey.proto: RenamePasskey',
  on: 'admin',
  capability: CAPABILITY,
  run: async (subject) => {
    const { passkeys } = subject.admin;
    const { id, passkey } = await withPasskey(subject);
    const other = await withPasskey(subject);
    const { credentialId } = passkey;
    const bound = 'Rename only a passkey that the administrator has.';
    for (const [who, which] of [
      [other.id, credentialId],
      [unknownId(), credentialId],
      [id, randomToken(32)],
    ] as const) {
      expectSame('RenamePasskey', await passkeys.rename(who, which, 'Theirs', CALL), false, bound);
    }
    expectSame('RenamePasskey', await passkeys.rename(id, credentialId, 'Büro', CALL), true, bound);
    expectSame('ListPasskeys', await passkeys.list(id, CALL), [{ ...passkey, name: 'Büro' }], 'Change only the name.');
    expectSame('that of another', await passkeys.list(other.id, CALL), [other.passkey], bound);
  },
};

const removed: Check = {
  name: 'passkeys/remove',
  citation: 'admin_passkey.proto: RemovePasskey, "With the last passkey of an administrator without an app"',
  on: 'admin',
  capability: CAPABILITY,
  run: async (subject) => {
    const { directory, passkeys, secondFactors } = subject.admin;
    const { id, login, passkey, recoveryHashes } = await withPasskey(subject);
    const other = await withPasskey(subject);
    const second = newPasskey({ createdAt: passkey.createdAt + 1000 });
    const version = await added(subject, login, second);
    const refused = (reason: string) => ({ changed: false, reason });
    const { credentialId } = passkey;
    const stale = 'Return STALE for a passkey that the administrator does not have.';
    const foreign = await passkeys.remove(id, other.passkey.credentialId, CALL);
    expectSame('RemovePasskey of another one', foreign, refused('stale'), stale);
    const unknown = await passkeys.remove(unknownId(), credentialId, CALL);
    expectSame('RemovePasskey of an unknown administrator', unknown, refused('unknown'), 'Return UNKNOWN.');
    const outcome = await passkeys.remove(id, credentialId, CALL);
    const now = outcome.changed ? outcome.administrator : undefined;
    const raises = 'Raise the token version by one: it ends every session that was opened with the passkey.';
    expectSame('the token version', now?.tokenVersion, version + 1, raises);
    expectSame('has_second_factor', now?.hasSecondFactor, true, 'The other passkey is still a second factor.');
    expectSame('ListPasskeys', await passkeys.list(id, CALL), [second], 'Remove one passkey.');
    expectSame('RemovePasskey once more', await passkeys.remove(id, credentialId, CALL), refused('stale'), stale);
    const left = (await secondFactors.find(id, CALL))?.recoveryCodesLeft;
    expectSame('recovery_codes_left', left, recoveryHashes.length, 'Recovery codes stay until the last factor goes.');
    const last = await passkeys.remove(id, second.credentialId, CALL);
    const gone = 'Without an app and a passkey, there is no second factor, and there are no recovery codes.';
    expectSame('RemovePasskey of the last one', last.changed && !last.administrator.hasSecondFactor, true, gone);
    expectSame('GetSecondFactor', await secondFactors.find(id, CALL), undefined, gone);
    const found = (await directory.findCredentials(login, CALL))?.administrator;
    expectSame('has_second_factor afterwards', found?.hasSecondFactor, undefined, gone);
    const theirs = await passkeys.list(other.id, CALL);
    expectSame('that of another', theirs, [other.passkey], 'Change nothing of other administrators.');
  },
};

const beside: Check = {
  name: 'passkeys/app',
  citation:
    'admin_passkey.proto: RemoveAuthenticatorApp; admin_second_factor.proto: SetSecondFactor, RemoveSecondFactor',
  on: 'admin',
  capability: CAPABILITY,
  run: async (subject) => {
    const { directory, passkeys, secondFactors } = subject.admin;
    const { id, login, passkey, recoveryHashes, version } = await withPasskey(subject);
    const stale = { changed: false, reason: 'stale' };
    const without = await passkeys.removeApp(id, CALL);
    expectSame('RemoveAuthenticatorApp without one', without, stale, 'Return STALE if there is no app.');
    const unknown = await passkeys.removeApp(unknownId(), CALL);
    expectSame('RemoveAuthenticatorApp of an unknown one', unknown, { ...stale, reason: 'unknown' }, 'Return UNKNOWN.');
    const sealedSecret = randomToken(60);
    const app = { administratorId: id, sealedSecret, step: STEP, recoveryHashes: [] };
    const set = await secondFactors.set({ ...app, tokenVersion: version }, CALL);
    expectSame(
      'SetSecondFactor beside a passkey',
      set.changed,
      true,
      'Return FORBIDDEN only if there is an app already; passkeys do not prevent one.',
    );
    const both = { sealedSecret, recoveryCodesLeft: recoveryHashes.length };
    const keeps = 'Empty recovery_hashes keep the recovery codes.';
    expectSame('GetSecondFactor', await secondFactors.find(id, CALL), both, keeps);
    const again = await secondFactors.set({ ...app, tokenVersion: version + 1 }, CALL);
    expectSame('SetSecondFactor once more', again, { changed: false, reason: 'forbidden' }, 'Return FORBIDDEN.');
    const outcome = await passkeys.removeApp(id, CALL);
    const now = outcome.changed ? outcome.administrator : undefined;
    expectSame('the token version', now?.tokenVersion, version + 2, 'Raise it by one.');
    expectSame('has_second_factor', now?.hasSecondFactor, true, 'The passkey is still a second factor.');
    const only = { ...both, sealedSecret: '' };
    expectSame('GetSecondFactor without the app', await secondFactors.find(id, CALL), only, 'Remove only the app.');
    expectSame('ListPasskeys', await passkeys.list(id, CALL), [passkey], 'Keep the passkeys.');

    await secondFactors.set({ ...app, tokenVersion: version + 2 }, CALL);
    const last = await passkeys.remove(id, passkey.credentialId, CALL);
    const appLeft = 'The app is still a second factor, and keeps the recovery codes.';
    expectSame('has_second_factor', last.changed && last.administrator.hasSecondFactor, true, appLeft);
    expectSame('GetSecondFactor with the app alone', await secondFactors.find(id, CALL), both, appLeft);
    expectSame(
      'RemoveAuthenticatorApp of the last factor',
      (await passkeys.removeApp(id, CALL)).changed,
      true,
      appLeft,
    );
    const none = 'Without an app and a passkey, there is no second factor.';
    expectSame('GetSecondFactor afterwards', await secondFactors.find(id, CALL), undefined, none);

    await added(subject, login, passkey, recoveryHashes);
    expectSame('RemoveSecondFactor', (await secondFactors.remove(id, undefined, CALL)).changed, true, none);
    const all = 'RemoveSecondFactor removes the passkeys too.';
    expectSame('ListPasskeys afterwards', await passkeys.list(id, CALL), [], all);
    const found = (await directory.findCredentials(login, CALL))?.administrator;
    expectSame('has_second_factor afterwards', found?.hasSecondFactor, undefined, all);
    await added(subject, login, passkey, [newHash()]);
  },
};

const inactive: Check = {
  name: 'passkeys/inactive',
  citation: 'admin_passkey.proto: "the administrator does not exist or is not active"',
  on: 'admin-unary',
  capability: CAPABILITY,
  scratch: true,
  run: (subject) =>
    withColleagues(subject, async (colleagues) => {
      const { passkeys } = subject.admin;
      const { id } = await colleagues.colleague({});
      const passkey = newPasskey({ signCount: 1 });
      const asked = { administratorId: id, recoveryHashes: [newHash()] };
      const { tokenVersion } = await colleagues.now(id);
      const first = await passkeys.add({ ...asked, tokenVersion, passkey }, CALL);
      expectSame('AddPasskey', first.changed, true, 'Give an administrator a passkey.');
      await colleagues.update('administrators', id, { flags: { is_activated: false } });
      const keeps = 'An administrator who is not active has no passkeys to use, and keeps them.';
      const { credentialId } = passkey;
      const use = { administratorId: id, credentialId, signCount: 2, backedUp: false, usedAt: passkey.createdAt };
      const unknown = { changed: false, reason: 'unknown' };
      const now = (await colleagues.now(id)).tokenVersion;
      expectSame('ListPasskeys of an inactive one', await passkeys.list(id, CALL), [], keeps);
      expectSame('UsePasskey of an inactive one', await passkeys.use(use, CALL), false, keeps);
      expectSame('RenamePasskey of an inactive one', await passkeys.rename(id, credentialId, 'x', CALL), false, keeps);
      expectSame('RemovePasskey of an inactive one', await passkeys.remove(id, credentialId, CALL), unknown, keeps);
      expectSame('RemoveAuthenticatorApp of an inactive one', await passkeys.removeApp(id, CALL), unknown, keeps);
      const more = await passkeys.add({ ...asked, tokenVersion: now, passkey: newPasskey() }, CALL);
      expectSame('AddPasskey of an inactive one', more, unknown, keeps);
      await colleagues.update('administrators', id, { flags: { is_activated: true } });
      expectSame('ListPasskeys afterwards', await passkeys.list(id, CALL), [passkey], keeps);
      expectSame('a use that was refused before', await passkeys.use(use, CALL), true, keeps);
    }),
};

export const PASSKEY_CHECKS: readonly Check[] = [kept, atOnce, used, codes, renamed, removed, beside, inactive];
