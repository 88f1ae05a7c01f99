/* oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument -- a mutant changes messages of many rpcs, whatever their types */
import type { Message } from './admin-mutant.js';
import { sentencesOf, whole } from './admin-mutant.js';
import type { Mutant } from './mutant.js';

/** Mutants of AdminPasskeyService, and of what it adds to AdminSecondFactorService. */

const of = sentencesOf('admin_passkey.proto', ['passkeys/']);
const ofFactors = sentencesOf('admin_second_factor.proto', ['passkeys/']);

/** Changes every passkey of the answer. */
const each =
  (change: (passkey: Message) => Message) =>
  ({ passkeys }: Message): Message => ({ passkeys: passkeys.map(change) });

export const PASSKEY_MUTANTS: readonly Mutant[] = [
  whole(of('ListPasskeys shortens keys', 'The public key (COSE)'), 'passkeys', 'ListPasskeys', {
    answer: each((one) => ({ ...one, publicKey: one.publicKey.slice(0, 40) })),
  }),
  whole(of('ListPasskeys forgets counters', 'The signature counter of its latest use'), 'passkeys', 'ListPasskeys', {
    answer: each((one) => ({ ...one, signCount: 0 })),
  }),
  whole(of('ListPasskeys sorts transports', 'as the browser said'), 'passkeys', 'ListPasskeys', {
    answer: each((one) => ({ ...one, transports: [...one.transports].sort() })),
  }),
  whole(of('ListPasskeys forgets copies', 'copies it to other devices'), 'passkeys', 'ListPasskeys', {
    answer: each((one) => ({ ...one, backedUp: false })),
  }),
  whole(
    of('ListPasskeys keeps names in ASCII', 'The name that the administrator gave it'),
    'passkeys',
    'ListPasskeys',
    {
      answer: each((one) => ({ ...one, name: one.name.replace(/[^ -~]/g, '?') })),
    },
  ),
  whole(of('ListPasskeys says the time of the answer', 'When it was added'), 'passkeys', 'ListPasskeys', {
    answer: each((one) => ({ ...one, createdAt: { seconds: '1', nanos: 0 } })),
  }),
  whole(of('ListPasskeys forgets uses', 'Its latest use'), 'passkeys', 'ListPasskeys', {
    answer: each((one) => ({ ...one, usedAt: null })),
  }),
  whole(of('ListPasskeys begins with the last one', 'the first one that was added first'), 'passkeys', 'ListPasskeys', {
    answer: ({ passkeys }) => ({ passkeys: [...passkeys].reverse() }),
  }),
  whole(of('ListPasskeys lists those of inactive ones', 'the administrator is active'), 'passkeys', 'ListPasskeys', {
    instead: ({ administratorId }, { passkeys }) => ({ passkeys: passkeys.of(administratorId) }),
  }),
  whole(of('AddPasskey keeps the token version', 'and raises the token version'), 'passkeys', 'AddPasskey', {
    answer: (answer) => {
      if (answer.administrator) answer.administrator.tokenVersion -= 1;
      return answer;
    },
  }),
  whole(of('AddPasskey ignores the token version', 'the token version is different'), 'passkeys', 'AddPasskey', {
    instead: (request, { accounts }, sound) =>
      sound({ ...request, tokenVersion: accounts.row(request.administratorId)?.tokenVersion ?? 0 }),
  }),
  whole(of('AddPasskey replaces a passkey', 'any administrator has a passkey with that'), 'passkeys', 'AddPasskey', {
    instead: (request, { factors }, sound) => {
      for (const [id, kept] of factors.passkeys) {
        factors.passkeys.set(
          id,
          kept.filter(({ credentialId }) => credentialId !== request.passkey?.credentialId),
        );
      }
      return sound(request);
    },
  }),
  whole(of('AddPasskey has no limit', 'the administrator has 20 passkeys'), 'passkeys', 'AddPasskey', {
    instead: (request, { factors }, sound) => {
      const kept = factors.passkeys.get(request.administratorId) ?? [];
      if (kept.length >= 20) factors.passkeys.set(request.administratorId, kept.slice(1));
      return sound(request);
    },
  }),
  whole(of('AddPasskey has a lower limit', 'the administrator has 20 passkeys'), 'passkeys', 'AddPasskey', {
    instead: (request, { factors }, sound) =>
      (factors.passkeys.get(request.administratorId) ?? []).length >= 10
        ? { refusal: 'ADD_PASSKEY_REFUSAL_TOO_MANY' }
        : sound(request),
  }),
  whole(of('AddPasskey drops recovery codes', 'Empty to keep them'), 'passkeys', 'AddPasskey', {
    instead: (request, { factors }, sound) => {
      const answer = sound(request);
      const kept = factors.kept.get(request.administratorId);
      if (kept && answer.administrator && request.recoveryHashes.length === 0) kept.recoveryHashes = [];
      return answer;
    },
  }),
  whole(
    of('AddPasskey keeps one recovery code only', 'SHA-256 hashes of the recovery codes'),
    'passkeys',
    'AddPasskey',
    {
      request: (request) => ({ ...request, recoveryHashes: request.recoveryHashes.slice(0, 1) }),
    },
  ),
  whole(of('a passkey is no second factor', 'with a passkey, or with both'), 'passkeys', 'AddPasskey', {
    answer: (answer) => {
      if (answer.administrator) answer.administrator.hasSecondFactor = false;
      return answer;
    },
  }),
  whole(of('UsePasskey accepts everything', 'sign_count is higher than the stored one'), 'passkeys', 'UsePasskey', {
    instead: (request, { passkeys }, sound) =>
      passkeys.active(request.administratorId) && passkeys.of(request.administratorId).length > 0
        ? { accepted: true }
        : sound(request),
  }),
  whole(of('UsePasskey accepts the stored counter', 'is higher than the stored one'), 'passkeys', 'UsePasskey', {
    instead: (request, { passkeys }, sound) => {
      const found = passkeys.of(request.administratorId).find((one) => one.credentialId === request.credentialId);
      return found && found.signCount === request.signCount ? { accepted: true } : sound(request);
    },
  }),
  whole(of('UsePasskey needs a counter', 'or both are 0'), 'passkeys', 'UsePasskey', {
    instead: (request, _host, sound) => (request.signCount === 0 ? { accepted: false } : sound(request)),
  }),
  whole(of('UsePasskey takes no counter at any time', 'or both are 0'), 'passkeys', 'UsePasskey', {
    instead: (request, { passkeys }, sound) => {
      const found = passkeys.of(request.administratorId).find((one) => one.credentialId === request.credentialId);
      return found && request.signCount === 0 ? { accepted: true } : sound(request);
    },
  }),
  whole(of('UsePasskey keeps counters of 31 bits', 'sign_count'), 'passkeys', 'UsePasskey', {
    instead: (request, _host, sound) => (request.signCount > 0x7fff_ffff ? { accepted: false } : sound(request)),
  }),
  whole(of('UsePasskey stores refused uses', 'nothing changed'), 'passkeys', 'UsePasskey', {
    instead: async (request, { passkeys }, sound) => {
      const answer = await sound(request);
      const found = passkeys.of(request.administratorId).find((one) => one.credentialId === request.credentialId);
      if (found && !answer.accepted) found.usedAt = request.usedAt;
      return answer;
    },
  }),
  whole(of('UsePasskey stores no time', 'backed_up and used_at stored'), 'passkeys', 'UsePasskey', {
    request: (request) => ({ ...request, usedAt: null }),
  }),
  whole(of('UsePasskey stores no copies', 'backed_up and used_at stored'), 'passkeys', 'UsePasskey', {
    request: (request) => ({ ...request, backedUp: false }),
  }),
  whole(
    of('RenamePasskey renames nothing', 'RenamePasskey changes the name of a passkey'),
    'passkeys',
    'RenamePasskey',
    {
      instead: (request, { passkeys }) => ({
        renamed: passkeys.of(request.administratorId).some((one) => one.credentialId === request.credentialId),
      }),
    },
  ),
  whole(of('RenamePasskey always says yes', 'OK, renamed is false'), 'passkeys', 'RenamePasskey', {
    answer: () => ({ renamed: true }),
  }),
  whole(of('RemovePasskey removes all', 'RemovePasskey removes a passkey'), 'passkeys', 'RemovePasskey', {
    answer: (answer, { administratorId }, { factors }) => {
      if (answer.administrator) factors.passkeys.delete(administratorId);
      return answer;
    },
  }),
  whole(
    of('RemovePasskey keeps the token version', 'no session stays that was opened with it'),
    'passkeys',
    'RemovePasskey',
    {
      answer: (answer) => {
        if (answer.administrator) answer.administrator.tokenVersion -= 1;
        return answer;
      },
    },
  ),
  whole(
    of('RemovePasskey succeeds without one', 'the administrator has no such passkey'),
    'passkeys',
    'RemovePasskey',
    {
      answer: (answer, request, { accounts }) =>
        answer.refusal === 'ACCOUNT_REFUSAL_STALE' ? { administrator: accounts.row(request.administratorId) } : answer,
    },
  ),
  whole(of('RemovePasskey of any removes the recovery codes', 'With the last passkey'), 'passkeys', 'RemovePasskey', {
    answer: (answer, { administratorId }, { factors }) => {
      const kept = factors.kept.get(administratorId);
      if (kept && answer.administrator) kept.recoveryHashes = [];
      return answer;
    },
  }),
  whole(
    of('RemovePasskey of the last one removes the app', 'of an administrator without an app'),
    'passkeys',
    'RemovePasskey',
    {
      answer: (answer, { administratorId }, { factors, passkeys }) => {
        if (answer.administrator && passkeys.of(administratorId).length === 0) factors.kept.delete(administratorId);
        return answer;
      },
    },
  ),
  whole(
    of('RemoveAuthenticatorApp keeps the token version', 'RemoveAuthenticatorApp removes the app and keeps passkeys'),
    'passkeys',
    'RemoveAuthenticatorApp',
    {
      answer: (answer) => {
        if (answer.administrator) answer.administrator.tokenVersion -= 1;
        return answer;
      },
    },
  ),
  whole(
    of('RemoveAuthenticatorApp succeeds without one', 'the administrator has no app'),
    'passkeys',
    'RemoveAuthenticatorApp',
    {
      answer: (answer, request, { accounts }) =>
        answer.refusal === 'ACCOUNT_REFUSAL_STALE' ? { administrator: accounts.row(request.administratorId) } : answer,
    },
  ),
  whole(
    of('RemoveAuthenticatorApp removes the recovery codes', 'and recovery codes'),
    'passkeys',
    'RemoveAuthenticatorApp',
    {
      answer: (answer, { administratorId }, { factors }) => {
        const kept = factors.kept.get(administratorId);
        if (kept && answer.administrator) kept.recoveryHashes = [];
        return answer;
      },
    },
  ),
  whole(
    ofFactors('SetSecondFactor refuses beside a passkey', 'the administrator has an app already'),
    'factors',
    'SetSecondFactor',
    {
      instead: (request, { factors }, sound) =>
        factors.kept.has(request.administratorId) ? { refusal: 'ACCOUNT_REFUSAL_FORBIDDEN' } : sound(request),
    },
  ),
  whole(
    ofFactors('SetSecondFactor drops the recovery codes of a passkey', 'Empty to keep those that came with a passkey'),
    'factors',
    'SetSecondFactor',
    {
      answer: (answer, request, { factors }) => {
        const kept = factors.kept.get(request.administratorId);
        if (kept && answer.administrator && request.recoveryHashes.length === 0) kept.recoveryHashes = [];
        return answer;
      },
    },
  ),
  whole(ofFactors('GetSecondFactor needs an app', 'Empty: no app, only passkeys.'), 'factors', 'GetSecondFactor', {
    answer: (answer) => (answer.secondFactor?.sealedSecret === '' ? {} : answer),
  }),
];
