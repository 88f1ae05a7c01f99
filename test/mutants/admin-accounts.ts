/* oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-argument, typescript/restrict-plus-operands -- a mutant changes messages of many rpcs, whatever their types */
import { sentencesOf, whole, wholeWith } from './admin-mutant.js';
import type { Mutant } from './mutant.js';

/** Mutants of AdminAccountService. */

const of = sentencesOf('admin_account.proto', ['accounts/']);

export const ACCOUNT_MUTANTS: readonly Mutant[] = [
  whole(of('GetAccount hides inactive administrators', 'active or not'), 'accounts', 'GetAccount', {
    answer: (answer) => (answer.account?.active === false ? {} : answer),
  }),
  whole(
    of('GetAccount says that everybody has a password', 'A new administrator has none.'),
    'accounts',
    'GetAccount',
    {
      answer: (answer) => (answer.account ? { account: { ...answer.account, hasPassword: true } } : answer),
    },
  ),
  whole(
    of('GetAccount says that everybody is active', 'Whether the administrator may sign in.'),
    'accounts',
    'GetAccount',
    {
      answer: (answer) => (answer.account ? { account: { ...answer.account, active: true } } : answer),
    },
  ),
  whole(of('GetAccount fails for an unknown administrator', 'OK, without account'), 'accounts', 'GetAccount', {
    answer: (answer) => {
      if (answer.account === undefined) throw new Error('no such administrator');
      return answer;
    },
  }),
  whole(
    of('ChangePassword serves inactive administrators', 'does not exist or is not active'),
    'accounts',
    'ChangePassword',
    {
      instead: (request, { accounts }, sound) => {
        const row = accounts.row(request.administratorId);
        if (row?.isActive !== false) return sound(request);
        row.passwordHash = request.passwordHash;
        return accounts.raised(row);
      },
    },
  ),
  whole(
    of('ChangePassword answers stale for an unknown administrator', 'refusal UNKNOWN'),
    'accounts',
    'ChangePassword',
    {
      answer: (answer) =>
        answer.refusal === 'ACCOUNT_REFUSAL_UNKNOWN' ? { refusal: 'ACCOUNT_REFUSAL_STALE' } : answer,
    },
  ),
  whole(
    of('ChangePassword keeps the token version', 'raises the token version in the same transaction'),
    'accounts',
    'ChangePassword',
    {
      answer: (answer) => {
        if (answer.administrator) answer.administrator.tokenVersion -= 1;
        return answer;
      },
    },
  ),
  whole(of('ChangePassword keeps the password', 'ChangePassword sets a password'), 'accounts', 'ChangePassword', {
    instead: (request, { accounts }, sound) => {
      const row = accounts.row(request.administratorId);
      return sound({ ...request, passwordHash: row?.passwordHash ?? request.passwordHash });
    },
  }),
  whole(
    of('ChangePassword never ends the demand for another password', 'must choose another password after the next'),
    'accounts',
    'ChangePassword',
    {
      instead: (request, { accounts }, sound) =>
        sound({
          ...request,
          mustChange: request.mustChange || accounts.row(request.administratorId)?.mustChangePassword,
        }),
    },
  ),
  whole(
    of('superusers change no password of others', 'those of colleagues within the rules of the service'),
    'accounts',
    'ChangePassword',
    {
      instead: (request, _host, sound) =>
        request.changedBy === request.administratorId ? sound(request) : { refusal: 'ACCOUNT_REFUSAL_FORBIDDEN' },
    },
  ),
  whole(
    of('superusers end no sessions of others', 'ended_by is another one, and the rules of the service'),
    'accounts',
    'EndSessions',
    {
      instead: (request, _host, sound) =>
        request.endedBy === request.administratorId ? sound(request) : { refusal: 'ACCOUNT_REFUSAL_FORBIDDEN' },
    },
  ),
  whole(
    of('EndSessions serves inactive administrators', 'EndSessions raises the token version'),
    'accounts',
    'EndSessions',
    {
      instead: (request, { accounts }, sound) => {
        const row = accounts.row(request.administratorId);
        return row?.isActive === false ? accounts.raised(row) : sound(request);
      },
    },
  ),
  whole(of('UpdateProfile serves inactive administrators', 'OK, without administrator'), 'accounts', 'UpdateProfile', {
    instead: (request, { accounts }, sound) => {
      const row = accounts.row(request.administratorId);
      return row?.isActive === false ? { administrator: row } : sound(request);
    },
  }),
  whole(
    of('UpdateProfile changes the name of everybody', "an administrator's own name and language"),
    'accounts',
    'UpdateProfile',
    {
      answer: (answer, { displayName }, { directory }) => {
        for (const row of directory.rows) row.displayName = displayName;
        return answer;
      },
    },
  ),
  whole(of('UpdateProfile ends the sessions', 'UpdateProfile changes'), 'accounts', 'UpdateProfile', {
    answer: (answer) => {
      if (answer.administrator) answer.administrator.tokenVersion += 1;
      return answer;
    },
  }),
  whole(
    of('GetPreferences returns documents that nobody asked for', 'Those of the requested documents that exist'),
    'accounts',
    'GetPreferences',
    {
      request: (request) => ({ ...request, keys: [...request.keys, 'gatehouse.check-host'] }),
      answer: (answer) => ({ preferences: [...answer.preferences, { key: 'appearance', document: '{}' }] }),
    },
  ),
  whole(
    of('SetPreference joins documents', 'SetPreference replaces or removes one document'),
    'accounts',
    'SetPreference',
    {
      instead: (request, { accounts }, sound) => {
        const { key, document } = request.preference;
        const before = accounts.documents.get(accounts.place(request.administratorId, key)) ?? '';
        return sound({ ...request, preference: { key, document: document === '' ? '' : before + document } });
      },
    },
  ),
  whole(of('SetPreference keeps an empty document', 'An empty one removes the document'), 'accounts', 'SetPreference', {
    request: ({ preference, ...request }) => ({
      ...request,
      preference: { ...preference, document: preference.document === '' ? 'null' : preference.document },
    }),
  }),
  whole(
    of('SetPreference stores for inactive administrators', 'SET_PREFERENCE_OUTCOME_UNKNOWN = 2'),
    'accounts',
    'SetPreference',
    {
      answer: (answer, request, { accounts }) =>
        accounts.row(request.administratorId) === undefined || answer.outcome !== 'SET_PREFERENCE_OUTCOME_UNKNOWN'
          ? answer
          : { outcome: 'SET_PREFERENCE_OUTCOME_STORED' },
    },
  ),
  wholeWith(
    of('an administrator has any number of preferences', 'An administrator has at most 200'),
    ({ accounts }) => {
      accounts.isTooMany = () => false;
    },
  ),
  wholeWith(of("Gatehouse's own preferences are refused too", 'which are never refused'), ({ accounts }) => {
    accounts.isTooMany = (id, place) =>
      !accounts.documents.has(place) &&
      [...accounts.documents.keys()].filter((one) => one.startsWith(accounts.place(id, ''))).length >= 200;
  }),
  wholeWith(
    of('a full account cannot change a preference', "it would be the administrator's 201st"),
    ({ accounts }) => {
      const sound = accounts.isTooMany.bind(accounts);
      accounts.isTooMany = (id, place) => sound(id, `${place}*`);
    },
  ),
];
