/* oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument -- a mutant changes messages of many rpcs, whatever their types */
import type { Message } from './admin-mutant.js';
import { sentencesOf, whole, wholeWith } from './admin-mutant.js';
import type { Mutant } from './mutant.js';

/** Mutants of AdminSecondFactorService. */

const of = sentencesOf('admin_second_factor.proto', ['second-factors/']);

export const SECOND_FACTOR_MUTANTS: readonly Mutant[] = [
  whole(
    of('GetSecondFactor shortens the sealed secret', 'exactly as SetSecondFactor or UseSecondFactor sent it last'),
    'factors',
    'GetSecondFactor',
    {
      answer: ({ secondFactor: one }) =>
        one ? { secondFactor: { ...one, sealedSecret: one.sealedSecret.slice(0, 40) } } : {},
    },
  ),
  whole(
    of('GetSecondFactor does not count recovery codes', 'Recovery codes that have not been used.'),
    'factors',
    'GetSecondFactor',
    {
      answer: ({ secondFactor: one }) => (one ? { secondFactor: { ...one, recoveryCodesLeft: 10 } } : {}),
    },
  ),
  whole(
    of('GetSecondFactor finds those of inactive administrators', 'the administrator is active and has one'),
    'factors',
    'GetSecondFactor',
    {
      instead: ({ administratorId }, { factors }) => {
        const kept = factors.kept.get(administratorId);
        return kept
          ? { secondFactor: { sealedSecret: kept.sealedSecret, recoveryCodesLeft: kept.recoveryHashes.length } }
          : {};
      },
    },
  ),
  whole(
    of('SetSecondFactor serves inactive administrators', 'does not exist or is not active'),
    'factors',
    'SetSecondFactor',
    {
      instead: (request, { accounts }, sound) => {
        const row = accounts.row(request.administratorId);
        return row?.isActive === false ? { administrator: row } : sound(request);
      },
    },
  ),
  whole(
    of('SetSecondFactor ignores the token version', 'the token version is different'),
    'factors',
    'SetSecondFactor',
    {
      instead: (request, { accounts }, sound) =>
        sound({ ...request, tokenVersion: accounts.row(request.administratorId)?.tokenVersion ?? 0 }),
    },
  ),
  whole(of('SetSecondFactor forgets the step', 'It counts as accepted.'), 'factors', 'SetSecondFactor', {
    request: (request) => ({ ...request, step: 0 }),
  }),
  whole(
    of('SetSecondFactor keeps one recovery code only', 'SHA-256 hashes of the recovery codes, in hexadecimal.'),
    'factors',
    'SetSecondFactor',
    {
      request: (request) => ({ ...request, recoveryHashes: request.recoveryHashes.slice(0, 1) }),
    },
  ),
  whole(
    of('SetSecondFactor does not show on the administrator', 'Every Administrator has has_second_factor'),
    'factors',
    'SetSecondFactor',
    {
      answer: (answer) => {
        if (answer.administrator) answer.administrator.hasSecondFactor = false;
        return answer;
      },
    },
  ),
  whole(
    of('UseSecondFactor accepts a step twice', 'so that it is never accepted again'),
    'factors',
    'UseSecondFactor',
    {
      answer: (answer, request, { factors }) => {
        const kept = factors.kept.get(request.administratorId);
        if (kept && request.step !== undefined) kept.step -= 1;
        return answer;
      },
    },
  ),
  whole(
    of('UseSecondFactor accepts earlier steps', 'step is later than every step accepted before'),
    'factors',
    'UseSecondFactor',
    {
      instead: (request, { factors }, sound) => {
        const kept = factors.kept.get(request.administratorId);
        if (kept && request.step !== undefined && request.step < kept.step) kept.step = 0;
        return sound(request);
      },
    },
  ),
  whole(
    of('UseSecondFactor keeps recovery codes', 'is one of the stored ones, which is then removed'),
    'factors',
    'UseSecondFactor',
    {
      instead: async (request, { factors }, sound) => {
        const kept = factors.kept.get(request.administratorId);
        const before = kept?.recoveryHashes;
        const answer = await sound(request);
        if (kept && before) kept.recoveryHashes = before;
        return answer;
      },
    },
  ),
  whole(
    of('UseSecondFactor with a recovery code uses all of them', 'is one of the stored ones'),
    'factors',
    'UseSecondFactor',
    {
      instead: async (request, { factors }, sound) => {
        const answer = await sound(request);
        const kept = factors.kept.get(request.administratorId);
        if (kept && answer.accepted && request.step === undefined) kept.recoveryHashes = [];
        return answer;
      },
    },
  ),
  whole(of('UseSecondFactor accepts every recovery code', 'recovery_hash'), 'factors', 'UseSecondFactor', {
    instead: (request, { factors }, sound) =>
      factors.kept.has(request.administratorId) && request.step === undefined ? { accepted: true } : sound(request),
  }),
  whole(
    of(
      'UseSecondFactor accepts codes of inactive administrators',
      'the administrator is active, and sealed_secret is the stored one;',
    ),
    'factors',
    'UseSecondFactor',
    {
      instead: (request, { factors, accounts }, sound) => {
        const kept = factors.kept.get(request.administratorId);
        const isInactive = accounts.row(request.administratorId)?.isActive === false;
        return kept && isInactive && kept.step < request.step ? { accepted: true } : sound(request);
      },
    },
  ),
  whole(
    of('UseSecondFactor records refused uses of inactive administrators', 'nothing changed'),
    'factors',
    'UseSecondFactor',
    {
      instead: (request, { factors }, sound) => {
        const kept = factors.kept.get(request.administratorId);
        const answer = sound(request);
        if (kept && request.step !== undefined) kept.step = Math.max(kept.step, request.step);
        return answer;
      },
    },
  ),
  whole(
    of('UseSecondFactor ignores the new seal', 'to replace the stored one; empty to keep it'),
    'factors',
    'UseSecondFactor',
    {
      request: (request) => ({ ...request, resealedSecret: '' }),
    },
  ),
  whole(
    of(
      'UseSecondFactor stores the new seal of a refused use',
      'If the use is accepted: the same secret sealed with a newer key',
    ),
    'factors',
    'UseSecondFactor',
    {
      instead: (request, { factors }, sound) => {
        const kept = factors.kept.get(request.administratorId);
        if (kept && request.resealedSecret !== '' && request.step <= kept.step)
          kept.sealedSecret = request.resealedSecret;
        return sound(request);
      },
    },
  ),
  whole(
    of('SetRecoveryCodes replaces nothing', 'SetRecoveryCodes replaces the recovery codes'),
    'factors',
    'SetRecoveryCodes',
    {
      instead: () => ({ replaced: true }),
    },
  ),
  whole(of('SetRecoveryCodes ignores the sealed secret', 'OK, replaced is false'), 'factors', 'SetRecoveryCodes', {
    instead: (request, { factors }, sound) =>
      sound({ ...request, sealedSecret: factors.kept.get(request.administratorId)?.sealedSecret ?? '' }),
  }),
  whole(
    of(
      'SetRecoveryCodes forgets the accepted steps',
      'SetRecoveryCodes replaces the recovery codes of an administrator.',
    ),
    'factors',
    'SetRecoveryCodes',
    {
      answer: (answer, request, { factors }) => {
        const kept = factors.kept.get(request.administratorId);
        if (kept && answer.replaced) kept.step = 0;
        return answer;
      },
    },
  ),
  whole(
    of('SetRecoveryCodes serves inactive administrators', 'the administrator is active, and sealed_secret is the'),
    'factors',
    'SetRecoveryCodes',
    {
      answer: (answer, request, { accounts }) =>
        accounts.row(request.administratorId)?.isActive === false ? { replaced: true } : answer,
    },
  ),
  whole(
    of(
      'RemoveSecondFactor keeps the token version',
      'RemoveSecondFactor removes the second factor of an administrator, and raises the token version',
    ),
    'factors',
    'RemoveSecondFactor',
    {
      answer: (answer) => {
        if (answer.administrator) answer.administrator.tokenVersion -= 1;
        return answer;
      },
    },
  ),
  whole(of('RemoveSecondFactor removes nothing', 'RemoveSecondFactor removes'), 'factors', 'RemoveSecondFactor', {
    instead: (request, { factors }, sound) => {
      const kept = factors.kept.get(request.administratorId);
      const answer = sound(request);
      if (kept) factors.kept.set(request.administratorId, kept);
      return answer;
    },
  }),
  whole(of('RemoveSecondFactor succeeds without one', 'the administrator has none'), 'factors', 'RemoveSecondFactor', {
    answer: (answer, request, { accounts }) =>
      answer.refusal === 'ACCOUNT_REFUSAL_STALE' ? { administrator: accounts.row(request.administratorId) } : answer,
  }),
  whole(of('operators remove no second factor', 'an operator removes any'), 'factors', 'RemoveSecondFactor', {
    instead: (request, _host, sound) =>
      request.removedBy === '' ? { refusal: 'ACCOUNT_REFUSAL_FORBIDDEN' } : sound(request),
  }),
  whole(
    of(
      'superusers remove no second factor of others',
      'and those of colleagues within the rules of AdminAccountService',
    ),
    'factors',
    'RemoveSecondFactor',
    {
      instead: (request, _host, sound) =>
        request.removedBy === '' || request.removedBy === request.administratorId
          ? sound(request)
          : { refusal: 'ACCOUNT_REFUSAL_FORBIDDEN' },
    },
  ),
  whole(
    of('RemoveSecondFactor serves inactive administrators', 'OK, refusal UNKNOWN'),
    'factors',
    'RemoveSecondFactor',
    {
      instead: (request, { accounts }, sound) => {
        const row = accounts.row(request.administratorId);
        return row?.isActive === false ? { administrator: row } : sound(request);
      },
    },
  ),
  whole(of('has_second_factor stays after it is removed', 'as they are'), 'factors', 'RemoveSecondFactor', {
    answer: (answer) => {
      if (answer.administrator) answer.administrator.hasSecondFactor = true;
      return answer;
    },
  }),
  whole(
    of('no role demands a second factor', 'requires_second_factor INTEGER 0 to 1'),
    'records',
    'CreateRecord UpdateRecord',
    {
      request: (request) => ({
        ...request,
        values: request.values.filter(({ column }: Message) => column !== 'requires_second_factor'),
      }),
    },
  ),
  wholeWith(of('a role that begins to demand a second factor changes nobody', 'at that moment'), ({ directory }) => {
    const sound = directory.refreshGrants.bind(directory);
    directory.refreshGrants = () => {
      const before = directory.rows.map(({ role, mustHaveSecondFactor }) => ({ role, mustHaveSecondFactor }));
      sound();
      for (const [n, row] of directory.rows.entries()) {
        const { role = '', mustHaveSecondFactor } = before[n] ?? {};
        const isSame = demanded.get(row) === role;
        demanded.set(row, role);
        if (isSame && mustHaveSecondFactor !== undefined) row.mustHaveSecondFactor = mustHaveSecondFactor;
      }
    };
  }),
  wholeWith(of('every administrator must have a second factor', 'must_have_second_factor'), ({ directory }) => {
    const sound = directory.refreshGrants.bind(directory);
    directory.refreshGrants = () => {
      sound();
      for (const row of directory.rows) row.mustHaveSecondFactor = true;
    };
  }),
];

/** The role of each administrator when its demand was read. */
const demanded = new WeakMap<object, string>();
