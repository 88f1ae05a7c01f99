/* oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/restrict-plus-operands -- a mutant changes messages of many rpcs, whatever their types */
import type { Mutant } from './mutant.js';
import { directory } from './admin-mutant.js';

/** Mutants of the directory of administrators. */

const without = { administrator: null };

export const DIRECTORY_MUTANTS: readonly Mutant[] = [
  directory('FindAdministrator finds no administrator', ['directory/find'], 'FindAdministrator', {
    answer: () => ({}),
  }),
  directory('FindAdministrator finds inactive administrators', ['directory/inactive'], 'FindAdministrator', {
    instead: (request, host) => {
      const row = host.find(request.identifier);
      return row === undefined
        ? {}
        : { credentials: { administrator: row, passwordHash: row.passwordHash || `$2b$04$${'.'.repeat(53)}` } };
    },
  }),
  directory('FindAdministrator knows logins only', ['directory/find'], 'FindAdministrator', {
    answer: (answer, { identifier }) => (identifier.includes('@') ? {} : answer),
  }),
  directory('FindAdministrator sends another hash', ['directory/find'], 'FindAdministrator', {
    answer: (answer) =>
      answer.credentials
        ? { credentials: { ...answer.credentials, passwordHash: `$2b$04$${'.'.repeat(53)}` } }
        : answer,
  }),
  directory('RecordSignIn records no administrator', ['directory/record'], 'RecordSignIn', { answer: () => without }),
  directory('RecordSignIn ignores the renewed hash', ['directory/record'], 'RecordSignIn', {
    request: (request) => ({ ...request, renewedPasswordHash: '' }),
  }),
  directory('RecordSignIn raises the token version', ['directory/record'], 'RecordSignIn', {
    answer: (answer) => {
      if (answer.administrator) answer.administrator.tokenVersion += 1;
      return answer;
    },
  }),
  directory('RecordSignIn records inactive administrators', ['directory/inactive'], 'RecordSignIn', {
    instead: (request, host, sound) => {
      const row = host.rows.find(({ id, isActive }) => id === request.administratorId && !isActive);
      return row?.passwordHash === request.passwordHash && row !== undefined ? { administrator: row } : sound(request);
    },
  }),
  directory('AuthenticateToken accepts every version', ['directory/'], 'AuthenticateToken', {
    answer: (answer, request, host) =>
      answer.refusal === 'TOKEN_REFUSAL_STALE'
        ? { administrator: host.rows.find(({ id }) => id === request.token.administratorId) }
        : answer,
  }),
  directory('AuthenticateToken answers stale for unknown', ['directory/authenticate'], 'AuthenticateToken', {
    answer: (answer) => (answer.refusal === 'TOKEN_REFUSAL_UNKNOWN' ? { refusal: 'TOKEN_REFUSAL_STALE' } : answer),
  }),
  directory('AuthenticateToken answers unknown for blacklisted', ['directory/authenticate'], 'AuthenticateToken', {
    answer: (answer) =>
      answer.refusal === 'TOKEN_REFUSAL_BLACKLISTED' ? { refusal: 'TOKEN_REFUSAL_UNKNOWN' } : answer,
  }),
  directory('AuthenticateToken ignores the blacklist', ['directory/authenticate'], 'AuthenticateToken', {
    request: (request) => ({ ...request, at: { seconds: '-9999999999', nanos: 0 } }),
  }),
  directory('RotateToken accepts inactive administrators', ['directory/inactive'], 'RotateToken', {
    instead: (request, host, sound) => {
      const row = host.rows.find(({ id, isActive }) => id === request.token.administratorId && !isActive);
      return row === undefined ? sound(request) : { administrator: row };
    },
  }),
  directory('RotateToken ends a token at once', ['directory/rotate'], 'RotateToken', {
    request: (request) => ({
      ...request,
      retirement: { ...request.retirement, effectiveAt: { seconds: '0', nanos: 0 } },
    }),
  }),
  directory('BlacklistToken does nothing', ['directory/'], 'BlacklistToken', { instead: () => ({}) }),
  directory('BlacklistToken ends every token at once', ['directory/blacklist'], 'BlacklistToken', {
    request: (request) => ({
      ...request,
      retirement: { ...request.retirement, effectiveAt: { seconds: '0', nanos: 0 } },
    }),
  }),
  directory('BlacklistToken fails for an unknown administrator', ['directory/blacklist'], 'BlacklistToken', {
    instead: (request, host, sound) => {
      if (host.rows.every(({ id }) => id !== request.token.administratorId)) throw new Error('foreign key');
      return sound(request);
    },
  }),
  directory('CreateAdministrator allows an address twice', ['directory/create'], 'CreateAdministrator', {
    instead: (request, host, sound) => {
      const answer = sound(request);
      return answer.refused?.reason === 'CREATE_ADMINISTRATOR_REFUSAL_EMAIL_TAKEN'
        ? sound({ ...request, email: `${host.rows.length}@other.example` })
        : answer;
    },
  }),
  directory('CreateAdministrator drops the role', ['directory/superuser'], 'CreateAdministrator', {
    request: (request) => ({ ...request, role: request.role === 'editor' ? '' : request.role }),
  }),
  directory('CreateAdministrator accepts unknown roles', ['directory/create'], 'CreateAdministrator', {
    request: (request) => ({ ...request, role: '' }),
  }),
  directory('CreateAdministrator makes superusers', ['directory/'], 'CreateAdministrator', {
    request: (request) => ({ ...request, superuser: true }),
  }),
  directory('SetPassword sets nothing', ['directory/set-password'], 'SetPassword', {
    instead: (request, host) => {
      const row = host.find(request.identifier);
      return row === undefined ? {} : { administrator: { ...row, tokenVersion: row.tokenVersion + 1 } };
    },
  }),
  directory('SetPassword finds active administrators only', ['directory/inactive'], 'SetPassword', {
    answer: (answer) => (answer.administrator?.isActive === true ? answer : {}),
  }),
  directory('SetPassword for an unknown administrator is a fault', ['directory/set-password'], 'SetPassword', {
    answer: (answer) => {
      if (!answer.administrator) throw new Error('no such administrator');
      return answer;
    },
  }),
  directory('Migrate runs again', ['directory/migrate'], 'Migrate', { answer: () => ({ applied: ['0001'] }) }),
];
