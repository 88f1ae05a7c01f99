import { randomBytes } from 'node:crypto';
import { randomToken } from '../../core/crypto.js';
import { CALL, newAdministrator, newToken } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { withColleagues } from '../subject/colleagues.js';
import { expectSame } from '../subject/expectations.js';

/** The second factors of administrators. Every administrator here is one that the run has created. */

const newHash = (): string => randomBytes(32).toString('hex');
const newSealed = (): string => randomToken(60);
const unknownId = (): string => `check-host-${randomToken(9)}`;
const STEP = 58_000_000;

async function newFactor({ admin: { directory, secondFactors } }: Subject) {
  const { administrator } = await newAdministrator(directory);
  const { id: administratorId, tokenVersion } = administrator;
  const factor = { sealedSecret: newSealed(), step: STEP, recoveryHashes: [newHash(), newHash(), newHash()] };
  const outcome = await secondFactors.set({ administratorId, tokenVersion, ...factor }, CALL);
  expectSame('SetSecondFactor', outcome.changed, true, 'Store the second factor of an administrator who has none.');
  return { administrator, ...factor };
}

const kept: Check = {
  name: 'second-factors/set',
  citation: 'admin_second_factor.proto: GetSecondFactor, SetSecondFactor',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_SECOND_FACTOR',
  run: async (subject) => {
    const { directory, secondFactors } = subject.admin;
    const { administrator: without } = await newAdministrator(directory);
    const none = 'Leave second_factor unset for an administrator without one, and for an unknown one.';
    for (const id of [without.id, unknownId()]) {
      expectSame('GetSecondFactor without one', await secondFactors.find(id, CALL), undefined, none);
    }
    const { administrator, sealedSecret, recoveryHashes } = await newFactor(subject);
    const { id } = administrator;
    expectSame(
      'GetSecondFactor',
      await secondFactors.find(id, CALL),
      { sealedSecret, recoveryCodesLeft: recoveryHashes.length },
      'Keep the sealed secret exactly as received, and count the recovery codes.',
    );
    const verdict = await directory.authenticate(newToken(administrator), Date.now(), CALL);
    const raises = 'Raise the token version with the second factor: it ends every session that was opened without it.';
    expectSame('AuthenticateToken with the earlier version', verdict, { stands: false, reason: 'stale' }, raises);
    const found = (await directory.findCredentials(administrator.login, CALL))?.administrator;
    const shown = 'Return has_second_factor wherever an administrator is returned.';
    expectSame('has_second_factor', found?.hasSecondFactor, true, shown);
    const again = { administratorId: id, sealedSecret: newSealed(), step: STEP, recoveryHashes: [newHash()] };
    for (const [tokenVersion, reason, advice] of [
      [administrator.tokenVersion, 'stale', 'Return STALE for another token version.'],
      [found?.tokenVersion ?? 0, 'forbidden', 'Return FORBIDDEN if there is a second factor already.'],
    ] as const) {
      const outcome = await secondFactors.set({ ...again, tokenVersion }, CALL);
      expectSame('SetSecondFactor once more', outcome, { changed: false, reason }, advice);
    }
    const missing = await secondFactors.set({ ...again, administratorId: unknownId(), tokenVersion: 0 }, CALL);
    expectSame('SetSecondFactor of an unknown one', missing, { changed: false, reason: 'unknown' }, 'Return UNKNOWN.');
    const still = (await secondFactors.find(id, CALL))?.sealedSecret;
    expectSame('the secret afterwards', still === sealedSecret, true, 'A refused call must not change anything.');
  },
};

const used: Check = {
  name: 'second-factors/use',
  citation: 'admin_second_factor.proto: UseSecondFactor, "exactly one is accepted"',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_SECOND_FACTOR',
  run: async (subject) => {
    const { secondFactors } = subject.admin;
    const { administrator, sealedSecret, recoveryHashes } = await newFactor(subject);
    const { administrator: other } = await newFactor(subject);
    const own = { administratorId: administrator.id, sealedSecret };
    const once = async (code: { readonly step: number } | { readonly recoveryHash: string }) => {
      const uses = await Promise.all([1, 2, 3, 4].map(() => secondFactors.use({ ...own, code }, CALL)));
      return uses.filter(Boolean).length;
    };
    const advice = 'Compare and write in one statement, or lock the row: each code is accepted once.';
    expectSame('uses of the step that set it', await once({ step: STEP }), 0, advice);
    expectSame('accepted of four uses of one step at once', await once({ step: STEP + 2 }), 1, advice);
    expectSame('uses of an earlier step', await once({ step: STEP + 1 }), 0, 'Accept only later steps.');
    const [first = '', second = ''] = recoveryHashes;
    const recovery = { recoveryHash: first };
    expectSame('accepted of four uses of one recovery code at once', await once(recovery), 1, advice);
    expectSame('uses of an unknown recovery code', await once({ recoveryHash: newHash() }), 0, advice);
    const left = (await secondFactors.find(administrator.id, CALL))?.recoveryCodesLeft;
    expectSame('recovery_codes_left', left, recoveryHashes.length - 1, 'Remove a recovery code when it is used.');
    const bound = 'Accept a code only for the stored secret of that administrator.';
    for (const use of [
      { ...own, sealedSecret: newSealed(), code: { step: STEP + 9 } },
      { ...own, administratorId: other.id, code: { recoveryHash: second } },
      { ...own, administratorId: unknownId(), code: { step: STEP + 9 } },
    ]) {
      expectSame('a use with another secret or administrator', await secondFactors.use(use, CALL), false, bound);
    }
    const resealedSecret = newSealed();
    const wrong = { ...own, code: { step: STEP }, resealedSecret };
    expectSame('a refused use with a new seal', await secondFactors.use(wrong, CALL), false, bound);
    const right = { ...own, code: { step: STEP + 10 }, resealedSecret };
    expectSame('a use with a new seal', await secondFactors.use(right, CALL), true, advice);
    const found = await secondFactors.find(administrator.id, CALL);
    expectSame('the secret afterwards', found?.sealedSecret === resealedSecret, true, 'Store resealed_secret.');
  },
};

const replaced: Check = {
  name: 'second-factors/recovery-codes',
  citation: 'admin_second_factor.proto: SetRecoveryCodes',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_SECOND_FACTOR',
  run: async (subject) => {
    const { secondFactors } = subject.admin;
    const { administrator, sealedSecret, recoveryHashes } = await newFactor(subject);
    const { id } = administrator;
    const fresh = [newHash(), newHash()];
    const bound = 'Replace the codes only if sealed_secret is the stored one.';
    expectSame(
      'SetRecoveryCodes with another secret',
      await secondFactors.setRecoveryCodes(id, newSealed(), fresh, CALL),
      false,
      bound,
    );
    expectSame('SetRecoveryCodes', await secondFactors.setRecoveryCodes(id, sealedSecret, fresh, CALL), true, bound);
    const accepts = (recoveryHash: string) =>
      secondFactors.use({ administratorId: id, sealedSecret, code: { recoveryHash } }, CALL);
    const advice = 'Replace all recovery codes: the earlier ones stop working.';
    expectSame('an earlier recovery code', await accepts(recoveryHashes[0] ?? ''), false, advice);
    expectSame('a new recovery code', await accepts(fresh[0] ?? ''), true, advice);
    const found = await secondFactors.find(id, CALL);
    const rest = { sealedSecret, recoveryCodesLeft: fresh.length - 1 };
    expectSame('GetSecondFactor afterwards', found, rest, 'Keep the secret, and count the codes that are left.');
    const step = { step: STEP };
    const replayed = await secondFactors.use({ administratorId: id, sealedSecret, code: step }, CALL);
    expectSame('the step that set it', replayed, false, 'Recovery codes do not change the accepted steps.');
  },
};

const removed: Check = {
  name: 'second-factors/remove',
  citation: 'admin_second_factor.proto: RemoveSecondFactor',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_SECOND_FACTOR',
  run: async (subject) => {
    const { directory, secondFactors } = subject.admin;
    const { administrator: other } = await newAdministrator(directory);
    const forbidden =
      'Only superusers and holders of "backend.administrators" manage others, and only those who hold no more than they do.';
    const stale = 'Return STALE if there is no second factor.';
    for (const [who, byOf] of [
      ['the administrator', (id: string) => id],
      ['an operator', () => undefined],
    ] as const) {
      const { administrator } = await newFactor(subject);
      const { id } = administrator;
      for (const by of [other.id, unknownId()]) {
        const refused = await secondFactors.remove(id, by, CALL);
        const expected = { changed: false, reason: 'forbidden' };
        expectSame('RemoveSecondFactor by an administrator without permission', refused, expected, forbidden);
      }
      const before = (await directory.findCredentials(administrator.login, CALL))?.administrator.tokenVersion ?? 0;
      const outcome = await secondFactors.remove(id, byOf(id), CALL);
      const version = outcome.changed ? outcome.administrator.tokenVersion : -1;
      expectSame(`the token version after RemoveSecondFactor by ${who}`, version, before + 1, 'Raise it by one.');
      expectSame('GetSecondFactor afterwards', await secondFactors.find(id, CALL), undefined, 'Remove it.');
      const again = await secondFactors.remove(id, byOf(id), CALL);
      expectSame('RemoveSecondFactor once more', again, { changed: false, reason: 'stale' }, stale);
    }
    const unknown = await secondFactors.remove(unknownId(), undefined, CALL);
    const missing = 'Return UNKNOWN for an administrator that does not exist.';
    expectSame('RemoveSecondFactor of an unknown one', unknown, { changed: false, reason: 'unknown' }, missing);
  },
};

const managed: Check = {
  name: 'second-factors/manage-colleague',
  citation: 'admin_second_factor.proto: AdminSecondFactorService, requires_second_factor; RemoveSecondFactor',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_SECOND_FACTOR',
  scratch: true,
  run: (subject) =>
    withColleagues(subject, async (colleagues) => {
      const { secondFactors } = subject.admin;
      const demanding = await colleagues.role([], { requires_second_factor: true });
      const relaxed = await colleagues.role([], { requires_second_factor: false });
      const { id } = await colleagues.colleague({ role: demanding.id });
      const flags = async () => {
        const { hasSecondFactor, mustHaveSecondFactor } = await colleagues.now(id);
        return { hasSecondFactor, mustHaveSecondFactor };
      };
      const demand = 'Return must_have_second_factor of the role, wherever an administrator is returned.';
      expectSame('of a role that demands one', await flags(), { ...NEITHER, mustHaveSecondFactor: true }, demand);
      const { tokenVersion } = await colleagues.now(id);
      const factor = { sealedSecret: newSealed(), step: STEP, recoveryHashes: [newHash()] };
      const set = await secondFactors.set({ administratorId: id, tokenVersion, ...factor }, CALL);
      const administrator = set.changed ? set.administrator : undefined;
      const both = [administrator?.hasSecondFactor, administrator?.mustHaveSecondFactor];
      expectSame('the administrator in the answer of SetSecondFactor', both, [true, true], demand);
      await colleagues.update('administrators', id, { role: relaxed.id });
      expectSame('of a role that does not', await flags(), { ...NEITHER, hasSecondFactor: true }, demand);
      await colleagues.update('roles', relaxed.id, { flags: { requires_second_factor: true } });
      expectSame('of a role that begins to demand one', (await flags()).mustHaveSecondFactor, true, demand);

      await colleagues.update('administrators', id, { flags: { is_activated: false } });
      const inactive = 'An administrator who is not active has no second factor to use, and keeps it.';
      expectSame('GetSecondFactor of an inactive one', await secondFactors.find(id, CALL), undefined, inactive);
      const use = { administratorId: id, sealedSecret: factor.sealedSecret, code: { step: STEP + 1 } };
      expectSame('UseSecondFactor of an inactive one', await secondFactors.use(use, CALL), false, inactive);
      const codes = await secondFactors.setRecoveryCodes(id, factor.sealedSecret, [newHash()], CALL);
      expectSame('SetRecoveryCodes of an inactive one', codes, false, inactive);
      const unknown = { changed: false, reason: 'unknown' };
      const by = colleagues.superuser.id;
      expectSame('RemoveSecondFactor of an inactive one', await secondFactors.remove(id, by, CALL), unknown, inactive);
      const again = { administratorId: id, ...factor, tokenVersion: (await colleagues.now(id)).tokenVersion };
      expectSame('SetSecondFactor of an inactive one', await secondFactors.set(again, CALL), unknown, inactive);
      await colleagues.update('administrators', id, { flags: { is_activated: true } });
      expectSame('a code that was refused before', await secondFactors.use(use, CALL), true, inactive);

      const manages = 'A superuser removes the second factor of every administrator.';
      expectSame('RemoveSecondFactor', (await secondFactors.remove(id, by, CALL)).changed, true, manages);
      expectSame('has_second_factor afterwards', (await flags()).hasSecondFactor, undefined, manages);
    }),
};

/** As an administrator who has no second factor, and whose role demands none. */
const NEITHER = { hasSecondFactor: undefined, mustHaveSecondFactor: undefined };

export const SECOND_FACTOR_CHECKS: readonly Check[] = [kept, used, replaced, removed, managed];
