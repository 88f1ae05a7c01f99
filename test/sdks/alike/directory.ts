import { toTimestamp } from '@gatehouse/proto/time';
import type { Row } from './admin-values.js';
import { ADA, list, PRODUCTS, query, select, text, values } from './admin-values.js';

const NOW = Date.now();
const HOUR = 3_600_000;
const after = (ms: number) => toTimestamp(NOW + ms);
const HASH = `$2b$04$${'a'.repeat(53)}`;
const OTHER = `$2b$04$${'b'.repeat(53)}`;

const administrator = (login: string, email: string, others: object = {}) => ({
  login,
  email,
  passwordHash: HASH,
  ...others,
});
const token = (tokenId: string, tokenVersion = 0, administratorId = '1') => ({
  administratorId,
  tokenVersion,
  tokenId,
});
const retirement = (ms: number, sweep = -1000 * HOUR) => ({
  effectiveAt: after(ms),
  expiresAt: after(HOUR),
  sweepBefore: after(sweep),
});

const signIn = (others: object = {}) => ({ administratorId: '1', at: after(0), passwordHash: HASH, ...others });
const presented = (of: object, ms: number) => ({ token: of, at: after(ms) });
const signedIn = (tokenId: string) => ({ ...ADA, session: presented(token(tokenId), 0) });

const DIRECTORY: readonly Row[] = [
  ['migrations that ran', 'directory.Migrate', {}],
  ['an administrator', 'directory.CreateAdministrator', administrator('Ada', 'Ada@Shop.Example', { superuser: true })],
  ['the same login in another case', 'directory.CreateAdministrator', administrator('ADA', 'x@shop.example')],
  ['the same address in another case', 'directory.CreateAdministrator', administrator('x', 'ADA@SHOP.EXAMPLE')],
  [
    'a login that is the address of another',
    'directory.CreateAdministrator',
    administrator('ada@shop.example', 'y@shop.example'),
  ],
  ['a login with ü', 'directory.CreateAdministrator', administrator('Jürgen', 'j@shop.example')],
  ['the same login decomposed', 'directory.CreateAdministrator', administrator('ju\u0308rgen', 'j2@shop.example')],
  ['a login of 255', 'directory.CreateAdministrator', administrator('ü'.repeat(255), 'long@shop.example')],
  ['a login of 256', 'directory.CreateAdministrator', administrator('ü'.repeat(256), 'longer@shop.example')],
  ['an unknown role', 'directory.CreateAdministrator', administrator('z', 'z@shop.example', { role: 'nothing' })],
  ['no password', 'directory.CreateAdministrator', { login: 'w', email: 'w@shop.example' }],
  ['bob', 'directory.CreateAdministrator', administrator('bob', 'bob@shop.example')],
  ...['ada', 'ADA', 'ada@shop.example', ' ada', 'JÜRGEN', 'ju\u0308rgen', 'nobody', 'ı', 'x\0'].map(
    (identifier): Row => [`found by ${JSON.stringify(identifier)}`, 'directory.FindAdministrator', { identifier }],
  ),
  ['found by nothing', 'directory.FindAdministrator', { identifier: '' }],
  ['a sign-in', 'directory.RecordSignIn', signIn()],
  ['a sign-in with another hash', 'directory.RecordSignIn', signIn({ passwordHash: OTHER })],
  ['a sign-in with a renewed hash', 'directory.RecordSignIn', signIn({ renewedPasswordHash: OTHER })],
  ['a sign-in of the unknown', 'directory.RecordSignIn', signIn({ administratorId: '77' })],
  ['a sign-in of an id that is none', 'directory.RecordSignIn', signIn({ administratorId: 'x' })],
  ['a token', 'directory.AuthenticateToken', presented(token('t1'), 0)],
  ['a token of another version', 'directory.AuthenticateToken', presented(token('t1', 1), 0)],
  ['a token of the unknown', 'directory.AuthenticateToken', presented(token('t1', 0, '77'), 0)],
  ['a token of 01', 'directory.AuthenticateToken', presented(token('t1', 0, '01'), 0)],
  ['a token without an id', 'directory.AuthenticateToken', presented(token(''), 0)],
  ['no token', 'directory.AuthenticateToken', { at: after(0) }],
  ['a blacklisted token', 'directory.BlacklistToken', { token: token('t1'), retirement: retirement(0) }],
  ['it, before', 'directory.AuthenticateToken', presented(token('t1'), -1)],
  ['it, at that moment', 'directory.AuthenticateToken', presented(token('t1'), 0)],
  ['blacklisted again, later', 'directory.BlacklistToken', { token: token('t1'), retirement: retirement(100) }],
  ['it, still', 'directory.AuthenticateToken', presented(token('t1'), 1)],
  [
    'a blacklisted token of another version',
    'directory.BlacklistToken',
    { token: token('t0', 9), retirement: retirement(0) },
  ],
  ['a rotation', 'directory.RotateToken', { token: token('t2'), at: after(0), retirement: retirement(10) }],
  ['the rotated, in its grace', 'directory.AuthenticateToken', presented(token('t2'), 9)],
  ['the rotated, after it', 'directory.AuthenticateToken', presented(token('t2'), 10)],
  ['a second rotation', 'directory.RotateToken', { token: token('t2'), at: after(1), retirement: retirement(10) }],
  [
    'a rotation of a stale token',
    'directory.RotateToken',
    { token: token('t3', 4), at: after(1), retirement: retirement(10) },
  ],
  ['a read with a session', 'records.ListRecords', { ...list(), caller: signedIn('t4') }],
  ['a read with a blacklisted session', 'records.ListRecords', { ...list(), caller: signedIn('t1') }],
  [
    'a write with a session',
    'records.CreateRecord',
    {
      caller: signedIn('t4'),
      controller: PRODUCTS,
      values: values({ sku: text('S'), title: text('s') }),
      selection: select('sku'),
    },
  ],
  [
    'a search with a session',
    'search.SearchRecords',
    {
      caller: signedIn('t4'),
      queries: [{ controller: PRODUCTS, query: query({ count: false }) }],
    },
  ],
  ['a password', 'directory.SetPassword', { identifier: 'BOB', passwordHash: OTHER }],
  ['a password of the unknown', 'directory.SetPassword', { identifier: 'nobody', passwordHash: OTHER }],
];

const BOB_ID = '5';
const device = { browser: 'Firefox', system: 'Linux', network: '192.0.2.0/24' };
const session = (sessionId: string, others: object = {}) => ({
  administratorId: '1',
  tokenVersion: 0,
  sessionId,
  device,
  at: after(0),
  expiresAt: after(HOUR),
  ...others,
});
const newPassword = (administratorId: string, tokenVersion: number, changedBy: string, others: object = {}) => ({
  ...{ administratorId, tokenVersion, passwordHash: HASH, changedBy },
  ...others,
});
const preference = (administratorId: string, set: object) => ({ administratorId, preference: set });
const ended = (sessionId: string, endedBy: string) => ({ administratorId: '1', sessionId, endedBy });
const ACCOUNTS: readonly Row[] = [
  ...['1', BOB_ID, '77', 'x', '01'].map((administratorId): Row => [
    `the account of ${administratorId}`,
    'accounts.GetAccount',
    { administratorId },
  ]),
  ['an own password', 'accounts.ChangePassword', newPassword('1', 0, '1')],
  ['an own password with an old version', 'accounts.ChangePassword', newPassword('1', 7, '1')],
  ['a password by another', 'accounts.ChangePassword', newPassword(BOB_ID, 1, '1', { mustChange: true })],
  ['a password by someone without rights', 'accounts.ChangePassword', newPassword('1', 1, BOB_ID)],
  ['a password of someone unknown', 'accounts.ChangePassword', newPassword('77', 0, '1')],
  ['the end of sessions', 'accounts.EndSessions', { administratorId: BOB_ID, endedBy: '1' }],
  ['the end of sessions without rights', 'accounts.EndSessions', { administratorId: '1', endedBy: BOB_ID }],
  ['the end of own sessions', 'accounts.EndSessions', { administratorId: BOB_ID, endedBy: BOB_ID }],
  ['the end of sessions of someone unknown', 'accounts.EndSessions', { administratorId: '77', endedBy: '1' }],
  ['a profile', 'accounts.UpdateProfile', { administratorId: BOB_ID, displayName: 'Bob Ü', locale: 'de' }],
  ['an empty profile', 'accounts.UpdateProfile', { administratorId: BOB_ID }],
  ['a name of 201', 'accounts.UpdateProfile', { administratorId: BOB_ID, displayName: 'x'.repeat(201) }],
  ['a profile of someone unknown', 'accounts.UpdateProfile', { administratorId: '77', displayName: 'x' }],
  [
    'a preference',
    'accounts.SetPreference',
    { administratorId: '1', preference: { key: 'list.a', document: '{"a":1}' } },
  ],
  ['another preference', 'accounts.SetPreference', preference('1', { key: 'list.b', document: '[]' })],
  [
    'the first preference again',
    'accounts.SetPreference',
    { administratorId: '1', preference: { key: 'list.a', document: '{"a":2}' } },
  ],
  ['a preference without a document', 'accounts.SetPreference', preference('1', { key: 'list.b' })],
  ['a preference of someone unknown', 'accounts.SetPreference', preference('77', { key: 'a', document: '1' })],
  ['preferences', 'accounts.GetPreferences', { administratorId: '1', keys: ['list.b', 'list.a', 'x'] }],
  ['preferences of someone unknown', 'accounts.GetPreferences', { administratorId: '77', keys: ['a'] }],
  ['a session', 'sessions.OpenSession', session('s1', { tokenVersion: 1 })],
  ['a session of another version', 'sessions.OpenSession', session('s2', { tokenVersion: 5 })],
  ['a session of someone unknown', 'sessions.OpenSession', session('s3', { administratorId: '77' })],
  ['the same session again', 'sessions.OpenSession', session('s1', { tokenVersion: 1 })],
  ['a session that has expired', 'sessions.OpenSession', session('s4', { tokenVersion: 1, expiresAt: after(-1) })],
  ['another session', 'sessions.OpenSession', session('s5', { tokenVersion: 1, at: after(5) })],
  ['sessions', 'sessions.ListSessions', { administratorId: '1', at: after(10) }],
  [
    'a use of it',
    'sessions.TouchSession',
    { administratorId: '1', sessionId: 's1', device: { ...device, browser: 'Chrome' }, at: after(500_000) },
  ],
  ['a use of an unknown one', 'sessions.TouchSession', { administratorId: '1', sessionId: 'x', device, at: after(20) }],
  ['sessions after that', 'sessions.ListSessions', { administratorId: '1', at: after(500_001) }],
  ['sessions after all', 'sessions.ListSessions', { administratorId: '1', at: after(2 * HOUR) }],
  ['the end of a session by another', 'sessions.EndSession', ended('s1', BOB_ID)],
  ['the end of a session', 'sessions.EndSession', ended('s1', '1')],
  ['the end of it again', 'sessions.EndSession', ended('s1', '1')],
  ['the end of an unknown session', 'sessions.EndSession', ended('x', '1')],
  [
    'a token of the session that ended',
    'directory.AuthenticateToken',
    presented({ ...token('t9', 1), sessionId: 's1' }, 20),
  ],
  [
    'a token of the session that lives',
    'directory.AuthenticateToken',
    presented({ ...token('t9', 1), sessionId: 's5' }, 20),
  ],
];

const codes = Array.from({ length: 10 }, (_, n) => `${n}`.repeat(64));
const factor = (tokenVersion: number, sealedSecret: string, administratorId = '1') => ({
  administratorId,
  tokenVersion,
  sealedSecret,
  step: 5,
  recoveryHashes: codes,
});
const proof = (sealedSecret: string, others: object = {}) => ({ administratorId: '1', sealedSecret, ...others });
const FACTORS: readonly Row[] = [
  ['no second factor', 'secondFactors.GetSecondFactor', { administratorId: '1' }],
  ['a second factor', 'secondFactors.SetSecondFactor', factor(1, 'sealed')],
  ['one with an old version', 'secondFactors.SetSecondFactor', factor(0, 'other')],
  ['one of someone unknown', 'secondFactors.SetSecondFactor', factor(0, 'other', '77')],
  ['the second factor', 'secondFactors.GetSecondFactor', { administratorId: '1' }],
  ['the step that it was set with', 'secondFactors.UseSecondFactor', proof('sealed', { step: 5 })],
  ['a later step', 'secondFactors.UseSecondFactor', proof('sealed', { step: 7 })],
  ['an earlier step', 'secondFactors.UseSecondFactor', proof('sealed', { step: 6 })],
  ['a step of another secret', 'secondFactors.UseSecondFactor', proof('x', { step: 9 })],
  ['a recovery code', 'secondFactors.UseSecondFactor', proof('sealed', { recoveryHash: codes[3] })],
  ['the same recovery code', 'secondFactors.UseSecondFactor', proof('sealed', { recoveryHash: codes[3] })],
  [
    'a step that seals again',
    'secondFactors.UseSecondFactor',
    proof('sealed', { step: 10, resealedSecret: 'sealed_again' }),
  ],
  ['no code', 'secondFactors.UseSecondFactor', proof('sealed_again')],
  ['what is left', 'secondFactors.GetSecondFactor', { administratorId: '1' }],
  [
    'other recovery codes',
    'secondFactors.SetRecoveryCodes',
    { administratorId: '1', sealedSecret: 'sealed_again', recoveryHashes: codes.slice(0, 10) },
  ],
  [
    'recovery codes of another secret',
    'secondFactors.SetRecoveryCodes',
    { administratorId: '1', sealedSecret: 'x', recoveryHashes: codes },
  ],
  ['a removal without rights', 'secondFactors.RemoveSecondFactor', { administratorId: '1', removedBy: BOB_ID }],
  ['a removal', 'secondFactors.RemoveSecondFactor', { administratorId: '1', removedBy: '1' }],
  ['a removal again', 'secondFactors.RemoveSecondFactor', { administratorId: '1', removedBy: '1' }],
];

const view = (name: string, others: object = {}) => ({
  administratorId: '1',
  list: PRODUCTS,
  name,
  query: '{"page":1}',
  ...others,
});
const savedId = (seen: (what: string) => Readonly<Record<string, unknown>>) =>
  String((seen('a view')['view'] as Record<string, unknown>)['id']);
const VIEWS: readonly Row[] = [
  ['a view', 'views.SaveView', view('B')],
  ['a shared view', 'views.SaveView', view('a', { shared: true })],
  ['a view of bob', 'views.SaveView', view('C', { administratorId: BOB_ID })],
  ['a view of someone unknown', 'views.SaveView', view('D', { administratorId: '77' })],
  ['a view with a name of another', 'views.SaveView', view('B')],
  ['views', 'views.ListViews', { administratorId: '1', list: PRODUCTS }],
  ['views of bob', 'views.ListViews', { administratorId: BOB_ID, list: PRODUCTS }],
  ['views of another list', 'views.ListViews', { administratorId: '1', list: 'x' }],
  ['a view that changes', 'views.SaveView', (seen) => view('E', { id: savedId(seen), version: 1 })],
  ['a view that has changed', 'views.SaveView', (seen) => view('F', { id: savedId(seen), version: 1 })],
  [
    'a view of others that changes',
    'views.SaveView',
    (seen) => view('F', { id: savedId(seen), version: 2, administratorId: BOB_ID }),
  ],
  ['an unknown view that changes', 'views.SaveView', view('F', { id: '77', version: 1 })],
  ['a view that is none', 'views.SaveView', view('F', { id: 'x', version: 1 })],
  [
    'a view in another list',
    'views.SaveView',
    (seen) => view('F', { id: savedId(seen), version: 2, list: 'acme.shop.tags' }),
  ],
  [
    'a view of others deleted',
    'views.DeleteView',
    (seen) => ({ administratorId: BOB_ID, list: PRODUCTS, id: savedId(seen) }),
  ],
  ['a view deleted', 'views.DeleteView', (seen) => ({ administratorId: '1', list: PRODUCTS, id: savedId(seen) })],
  ['a view deleted again', 'views.DeleteView', (seen) => ({ administratorId: '1', list: PRODUCTS, id: savedId(seen) })],
  ['views at last', 'views.ListViews', { administratorId: '1', list: PRODUCTS }],
];

/** Calls about administrators, their tokens and what is theirs. */
export const PEOPLE: readonly Row[] = [...DIRECTORY, ...ACCOUNTS, ...FACTORS, ...VIEWS];
