import { toTimestamp } from '@gatehouse/proto/time';
import type { Row } from './admin-values.js';
import { sql } from './lab-calls.js';

/** Passkeys beside the app and in its place, recovery codes, and the limits of what an administrator has. */

const NOW = Date.now();
const after = (ms: number) => toTimestamp(NOW + ms);
const HASH = `$2b$04$${'a'.repeat(53)}`;
/** The administrator of these calls, and one who is not active. */
const [GRACE, LINUS] = ['701', '702'];

const administrator = (id: string, login: string, active: number) =>
  `(${id}, '${login}', '${login}', '${login}@x', '${login}@x', '', '${HASH}', 0, ${active}, '[]', '', 3, 0, 0)`;

const passkey = (credentialId: string, others: object = {}) => ({
  ...{ credentialId, publicKey: 'cHVi', signCount: 0, transports: ['usb', 'internal'], backedUp: true, name: 'Kéy' },
  createdAt: after(-1000),
  ...others,
});
const codes = (digit: number) => Array.from({ length: 3 }, (_, n) => `${digit}${n}`.repeat(32));
const add = (tokenVersion: number, one: object, recoveryHashes: readonly string[] = [], administratorId = GRACE) => ({
  ...{ administratorId, tokenVersion, passkey: one, recoveryHashes },
});
const use = (credentialId: string, signCount: number, others: object = {}) => ({
  ...{ administratorId: GRACE, credentialId, signCount, backedUp: false, usedAt: after(signCount) },
  ...others,
});
const of = (credentialId: string, others: object = {}) => ({ administratorId: GRACE, credentialId, ...others });
const factor = (tokenVersion: number, recoveryHashes: readonly string[] = []) => ({
  ...{ administratorId: GRACE, tokenVersion, sealedSecret: 'sealed', step: 5, recoveryHashes },
});
const proof = (sealedSecret: string, others: object) => ({ administratorId: GRACE, sealedSecret, ...others });
const whose = { administratorId: GRACE };
let looks = 0;
const look = (): readonly Row[] => {
  looks += 1;
  return [
    [`passkeys ${looks}`, 'passkeys.ListPasskeys', whose],
    [`factor ${looks}`, 'secondFactors.GetSecondFactor', whose],
    [`account ${looks}`, 'accounts.GetAccount', whose],
  ];
};

export const PASSKEYS: readonly Row[] = [
  sql(
    'administrators for passkeys',
    `insert into backend_users (id, login, login_key, email, email_key, name, password_hash, is_superuser, is_activated,
      permissions, locale, token_version, created_at, updated_at)
      values ${administrator(GRACE, 'grace', 1)}, ${administrator(LINUS, 'linus', 0)},
      ${administrator('1', 'ada', 1)}`,
  ),
  ...look(),
  ['a passkey', 'passkeys.AddPasskey', add(3, passkey('k1'), codes(1))],
  ['it is registered', 'passkeys.AddPasskey', add(4, passkey('k1'), codes(2))],
  ['with an old version', 'passkeys.AddPasskey', add(3, passkey('k1'))],
  ['of someone inactive', 'passkeys.AddPasskey', add(3, passkey('k2'), [], LINUS)],
  ['of someone unknown', 'passkeys.AddPasskey', add(3, passkey('k2'), [], '77')],
  ['of an id that is none', 'passkeys.AddPasskey', add(3, passkey('k2'), [], '0701')],
  ['of another, with its credential id', 'passkeys.AddPasskey', add(1, passkey('k1'), [], '1')],
  ...look(),
  [
    'a second passkey',
    'passkeys.AddPasskey',
    add(4, passkey('k2', { signCount: 7, transports: [], createdAt: after(-2000), usedAt: after(0) })),
  ],
  [
    'a third one, with codes',
    'passkeys.AddPasskey',
    add(5, passkey('K1', { signCount: 4294967295, name: '😀'.repeat(60) }), codes(3)),
  ],
  ...look(),
  ...(
    [
      ['k1', 0],
      ['k1', 0],
      ['k1', 5],
      ['k1', 5],
      ['k1', 4],
      ['k1', 0],
      ['k2', 0],
      ['k2', 7],
      ['k2', 8],
      ['K1', 4294967295],
      ['nothing', 1],
    ] as const
  ).map(([id, count], index): Row => [`use ${index}: ${id} with ${count}`, 'passkeys.UsePasskey', use(id, count)]),
  ['a use by another', 'passkeys.UsePasskey', use('k1', 99, { administratorId: '1' })],
  ['a name', 'passkeys.RenamePasskey', of('k1', { name: ' Ü ' })],
  ['the same name', 'passkeys.RenamePasskey', of('k1', { name: ' Ü ' })],
  ['a name by another', 'passkeys.RenamePasskey', { ...of('k1', { name: 'x' }), administratorId: '1' }],
  ['a name of 61', 'passkeys.RenamePasskey', of('k1', { name: 'x'.repeat(61) })],
  ['a name with a line break', 'passkeys.RenamePasskey', of('k1', { name: 'a\nb' })],
  ['a recovery code without an app', 'secondFactors.UseSecondFactor', proof('', { recoveryHash: codes(3)[1] })],
  ['it again', 'secondFactors.UseSecondFactor', proof('', { recoveryHash: codes(3)[1] })],
  ['one that was replaced', 'secondFactors.UseSecondFactor', proof('', { recoveryHash: codes(1)[1] })],
  ['a step without an app', 'secondFactors.UseSecondFactor', proof('', { step: 9 })],
  ['codes without an app', 'secondFactors.SetRecoveryCodes', proof('', { recoveryHashes: codes(4) })],
  ['an app to remove', 'passkeys.RemoveAuthenticatorApp', whose],
  ['an app beside the passkeys', 'secondFactors.SetSecondFactor', factor(6)],
  ['another app', 'secondFactors.SetSecondFactor', factor(7)],
  ...look(),
  ['a code that came with a passkey', 'secondFactors.UseSecondFactor', proof('sealed', { recoveryHash: codes(4)[0] })],
  ['a step of the last seconds', 'secondFactors.UseSecondFactor', proof('sealed', { step: 4294967295 })],
  ['the app is removed', 'passkeys.RemoveAuthenticatorApp', whose],
  ...look(),
  ['an app with codes', 'secondFactors.SetSecondFactor', factor(8, codes(5))],
  ['a step that was used before', 'secondFactors.UseSecondFactor', proof('sealed', { step: 6 })],
  ['a passkey removed', 'passkeys.RemovePasskey', of('k1')],
  ['it is gone', 'passkeys.RemovePasskey', of('k1')],
  ['one removed by another', 'passkeys.RemovePasskey', { ...of('k2'), administratorId: '1' }],
  ['one of someone inactive', 'passkeys.RemovePasskey', { ...of('k2'), administratorId: LINUS }],
  ['the last but one', 'passkeys.RemovePasskey', of('k2')],
  ['the last one', 'passkeys.RemovePasskey', of('K1')],
  ...look(),
  ['the app without passkeys', 'passkeys.RemoveAuthenticatorApp', whose],
  ...look(),
  ['no app at all', 'passkeys.RemoveAuthenticatorApp', whose],
  ['a passkey without codes', 'passkeys.AddPasskey', add(13, passkey('k3'))],
  ...look(),
  ['the only factor removed', 'passkeys.RemovePasskey', of('k3')],
  ...look(),
  ['twenty of them, first', 'passkeys.AddPasskey', add(15, passkey('p0'), codes(6))],
  sql(
    'nineteen more',
    `insert into backend_passkeys (credential_id, user_id, public_key, sign_count, transports, backed_up, name, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 19)
      select 'p' || i, ${GRACE}, 'cHVi', 0, '[]', 0, 'n', 5 from n`,
  ),
  ['one too many', 'passkeys.AddPasskey', add(16, passkey('p20'))],
  ['one too many, and registered', 'passkeys.AddPasskey', add(16, passkey('p3'))],
  ['all of them', 'passkeys.ListPasskeys', whose],
  ['everything removed by another', 'secondFactors.RemoveSecondFactor', { ...whose, removedBy: LINUS }],
  ['everything removed by an operator', 'secondFactors.RemoveSecondFactor', { ...whose, removedBy: '' }],
  ...look(),
  sql(
    'a factor that was changed',
    `insert into backend_second_factors (user_id, sealed_secret, last_step, recovery_hashes, created_at)
    values (${GRACE}, 'x', 0, '{"a": 1}', 0)`,
  ),
  ...look(),
  ['a use of it', 'secondFactors.UseSecondFactor', proof('x', { step: 1 })],
];
