import { rpcOf } from '@gatehouse/proto/rpc';
import { adminDirectoryService } from '@gatehouse/proto/services';
import { randomToken } from '../../core/crypto.js';
import { CALL, newAdministrator, newPasswordHash, newToken, retirement } from '../subject/admin.js';
import type { Check } from '../subject/check.js';
import { RpcStatus } from '../subject/connection.js';
import { CheckFailure, expectSame, expectThat } from '../subject/expectations.js';
import { OLD } from '../subject/operations.js';

const directoryMigrate: Check = {
  name: 'directory/migrate',
  citation: 'admin_directory.proto: Migrate',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    await Promise.all([directory.migrate(CALL), directory.migrate(CALL)]);
    const advice = 'Record which migrations ran, and do not run them again.';
    expectSame('migrations that ran twice', await directory.migrate(CALL), [], advice);
  },
};

const directoryCreate: Check = {
  name: 'directory/create',
  citation: 'admin_directory.proto: CreateAdministrator',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator } = await newAdministrator(directory);
    const { login, email } = administrator;
    const elsewhere = `${randomToken(9)}@check-host.example`;
    const create = async (change: { login?: string; email?: string; role?: string }): Promise<string> => {
      const fresh = { login: `check-host-${randomToken(9)}`, email: elsewhere };
      const request = { ...fresh, passwordHash: newPasswordHash(), superuser: false, ...change };
      const outcome = await directory.create(request, CALL);
      return outcome.created ? 'created' : outcome.reason;
    };
    const advice = 'Logins and email addresses must be unique regardless of case: store or index them in lower case.';
    expectSame('creation with a login that is in use', await create({ login }), 'loginTaken', advice);
    expectSame('… in other case', await create({ login: login.toUpperCase() }), 'loginTaken', advice);
    expectSame('creation with an address that is in use', await create({ email }), 'emailTaken', advice);
    expectSame('… in other case', await create({ email: email.toUpperCase() }), 'emailTaken', advice);
    const role = `check-host-${randomToken(9)}`;
    expectSame('creation with an unknown role', await create({ role }), 'roleUnknown', 'Look up the role first.');
    expectSame(
      'creation after all these',
      await create({}),
      'created',
      'A rejected creation must leave nothing behind: do everything in one transaction.',
    );
  },
};

const directoryFind: Check = {
  name: 'directory/find',
  citation: 'admin_directory.proto: FindAdministrator',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator, passwordHash } = await newAdministrator(directory);
    const { login, email } = administrator;
    const advice = 'Compare login and email address regardless of case, and return the stored values.';
    for (const identifier of [login, login.toUpperCase(), email, email.toLowerCase()]) {
      const found = await directory.findCredentials(identifier, CALL);
      expectSame(`FindAdministrator of "${identifier}"`, found, { administrator, passwordHash }, advice);
    }
    const others = [randomToken(), login.slice(0, -1), `${login}%`, "' OR 1=1 --", ' ', '\u{1f989}'];
    for (const identifier of [...others, ` ${login}`, `${email} `]) {
      const found = await directory.findCredentials(identifier, CALL);
      expectSame(`FindAdministrator of "${identifier}"`, found?.administrator.login, undefined, advice);
    }
  },
};

const directorySignIn: Check = {
  name: 'directory/record-sign-in',
  citation: 'admin_directory.proto: RecordSignIn',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator, passwordHash } = await newAdministrator(directory);
    const record = (hash: string, renewed?: string) =>
      directory.recordSignIn(
        {
          administratorId: administrator.id,
          at: Date.now(),
          passwordHash: hash,
          ...(renewed !== undefined && { renewedPasswordHash: renewed }),
        },
        CALL,
      );
    const renewed = newPasswordHash();
    const known = 'Record the sign-in if the hash is the stored one. Do not change the token version.';
    expectSame('RecordSignIn with the stored hash', await record(passwordHash), administrator, known);
    expectSame('RecordSignIn with a renewed hash', await record(passwordHash, renewed), administrator, known);
    const stale = 'Compare the hash inside the transaction: the password may have changed since it was read.';
    expectSame('RecordSignIn with the previous hash', await record(passwordHash), undefined, stale);
    expectSame('RecordSignIn with another hash', await record(newPasswordHash(), passwordHash), undefined, stale);
    const stored = (await directory.findCredentials(administrator.login, CALL))?.passwordHash === renewed;
    expectSame('the renewed hash is stored', stored, true, 'Store the renewed hash if the sign-in is recorded.');
  },
};

const directorySetPassword: Check = {
  name: 'directory/set-password',
  citation: 'admin_directory.proto: SetPassword',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator } = await newAdministrator(directory);
    const token = newToken(administrator);
    const passwordHash = newPasswordHash();
    const changed = await directory.setPassword(administrator.email.toUpperCase(), passwordHash, CALL);
    expectThat(
      changed?.id === administrator.id && changed.tokenVersion > administrator.tokenVersion,
      `the administrator, with a token_version above ${administrator.tokenVersion}`,
      changed === undefined ? 'none' : `token_version ${changed.tokenVersion}`,
      'Increase the token version in the same transaction: it ends every session.',
    );
    const now = Date.now();
    const advice = 'Compare the token version with the stored one first.';
    const stale = { stands: false, reason: 'stale' };
    expectSame(
      'AuthenticateToken with the previous version',
      await directory.authenticate(token, now, CALL),
      stale,
      advice,
    );
    expectSame(
      'RotateToken with the previous version',
      await directory.rotate(token, now, retirement(now), CALL),
      stale,
      advice,
    );
    const stands = await directory.authenticate(newToken(changed), now, CALL);
    expectSame('AuthenticateToken with the new version', stands, { stands: true, administrator: changed }, advice);
    const stored = (await directory.findCredentials(administrator.login, CALL))?.passwordHash === passwordHash;
    expectSame('the new hash is stored', stored, true, 'Store the hash exactly as received.');
    const missing = await directory.setPassword(`check-host-${randomToken()}`, passwordHash, CALL);
    expectSame(
      'SetPassword for an unknown administrator',
      missing,
      undefined,
      'Leave administrator unset if none exists.',
    );
  },
};

const directoryAuthenticate: Check = {
  name: 'directory/authenticate',
  citation: 'admin_directory.proto: AuthenticateToken',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator } = await newAdministrator(directory);
    const token = newToken(administrator);
    const now = Date.now();
    const at = (moment: number) => directory.authenticate(token, moment, CALL);
    const stands = { stands: true, administrator };
    expectSame('AuthenticateToken', await at(now), stands, 'Accept a token unless there is a reason to reject it.');

    const stale = await directory.authenticate({ ...token, tokenVersion: token.tokenVersion + 1 }, now, CALL);
    const version = 'Every other version is STALE. A higher one is too, because it was never issued.';
    expectSame('… of another version', stale, { stands: false, reason: 'stale' }, version);
    for (const administratorId of [`check-host-${randomToken()}`, '999999999999999999999', "' OR 1=1 --"]) {
      const unknown = await directory.authenticate({ ...token, administratorId }, now, CALL);
      const advice = 'Return UNKNOWN for an id that you do not know, whatever its form. It is not a fault.';
      expectSame(`… of "${administratorId}"`, unknown, { stands: false, reason: 'unknown' }, advice);
    }

    await directory.blacklist(token, retirement(now), CALL);
    const advice = 'Reject a token from effective_at on, and accept it at any time before.';
    expectSame('AuthenticateToken before effective_at', await at(now - 1), stands, advice);
    for (const moment of [now, now + 1]) {
      const refused = { stands: false, reason: 'blacklisted' };
      expectSame(`… ${moment - now} ms after effective_at`, await at(moment), refused, advice);
    }
    const other = await directory.authenticate(newToken(administrator), now, CALL);
    expectSame(
      'AuthenticateToken of another token',
      other,
      stands,
      'Blacklist only this token, not the administrator.',
    );
  },
};

const directoryBlacklist: Check = {
  name: 'directory/blacklist-earliest',
  citation: 'admin_directory.proto: BlacklistToken, "the earlier effective_at stays"',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator } = await newAdministrator(directory);
    const token = newToken(administrator);
    const now = Date.now();
    const refusedAt = async (moment: number): Promise<boolean> =>
      !(await directory.authenticate(token, moment, CALL)).stands;
    const advice =
      'Keep the earliest effective_at of all calls: a logout ends a grace period, and a grace period does not undo a logout.';
    await directory.blacklist(token, retirement(now + 60_000), CALL);
    expectSame('rejected within its grace period', await refusedAt(now), false, advice);
    await directory.blacklist(token, retirement(now), CALL);
    expectSame('rejected after an earlier effective_at', await refusedAt(now), true, advice);
    await directory.blacklist(token, retirement(now + 120_000), CALL);
    expectSame('rejected after a later effective_at', await refusedAt(now), true, advice);
    await directory.blacklist({ ...token, administratorId: `check-host-${randomToken()}` }, retirement(now), CALL);
  },
};

const directoryRotate: Check = {
  name: 'directory/rotate',
  citation: 'admin_directory.proto: RotateToken',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator } = await newAdministrator(directory);
    const now = Date.now();
    const stands = { stands: true, administrator };
    const blacklisted = { stands: false, reason: 'blacklisted' };

    const token = newToken(administrator);
    const advice = 'Check the blacklist and add the token to it in one transaction.';
    expectSame('RotateToken', await directory.rotate(token, now, retirement(now), CALL), stands, advice);
    expectSame('RotateToken again', await directory.rotate(token, now, retirement(now), CALL), blacklisted, advice);
    expectSame('AuthenticateToken then', await directory.authenticate(token, now, CALL), blacklisted, advice);

    const over = newToken(administrator);
    const epoch = 'Treat the epoch like any other time: a token that ended at the epoch is never valid.';
    expectSame('RotateToken at once', await directory.rotate(over, now, retirement(0), CALL), stands, epoch);
    const behind = now - 60_000;
    expectSame(
      'RotateToken with a clock that is behind',
      await directory.rotate(over, behind, retirement(0), CALL),
      blacklisted,
      epoch,
    );

    const graced = newToken(administrator);
    const rotate = (at: number, effectiveAt: number) => directory.rotate(graced, at, retirement(effectiveAt), CALL);
    const grace = 'Until effective_at, accept the token once more and keep its effective_at.';
    expectSame('RotateToken with a grace', await rotate(now, now + 30_000), stands, grace);
    expectSame('RotateToken within the grace', await rotate(now + 20_000, now + 50_000), stands, grace);
    expectSame('RotateToken after the first grace', await rotate(now + 30_000, now + 60_000), blacklisted, grace);
  },
};

const RACERS = 100;

const directoryRotateConcurrent: Check = {
  name: 'directory/rotate-under-concurrency',
  citation: 'admin_directory.proto: RotateToken, "exactly one passes"',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const token = newToken((await newAdministrator(directory)).administrator);
    const now = Date.now();
    const verdicts = await Promise.all(
      Array.from({ length: RACERS }, () => directory.rotate(token, now, retirement(now), CALL)),
    );
    const winners = verdicts.filter(({ stands }) => stands).length;
    expectThat(
      winners === 1,
      `exactly 1 of ${RACERS} concurrent rotations succeeds`,
      String(winners),
      'Make the token id unique in the blacklist and insert it. Reject the call if it already exists.',
    );
  },
};

/** Uses rows from long ago, so that the sweep removes no real ones. */
const directorySweep: Check = {
  name: 'directory/sweep',
  citation: 'admin_directory.proto: BlacklistToken, RotateToken, TokenRetirement.sweep_before',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator } = await newAdministrator(directory);
    const [expired, onTime, sweeper] = [newToken(administrator), newToken(administrator), newToken(administrator)];
    const stands = async (token: typeof expired): Promise<boolean> =>
      (await directory.authenticate(token, Date.now(), CALL)).stands;
    await directory.blacklist(expired, retirement(OLD, { expiresAt: OLD + 999 }), CALL);
    await directory.blacklist(onTime, retirement(OLD, { expiresAt: OLD + 1000 }), CALL);
    const kept = 'Keep a row until sweep_before is later than its expires_at.';
    expectSame('blacklisted before any sweep', [await stands(expired), await stands(onTime)], [false, false], kept);
    await directory.blacklist(sweeper, retirement(OLD, { sweepBefore: OLD + 1000 }), CALL);
    const advice = 'Remove only the rows whose expires_at is before sweep_before.';
    expectSame('blacklisted when it expires at sweep_before', await stands(onTime), false, advice);
    expectSame('blacklisted when it expired before', await stands(expired), true, advice);
    expectSame('blacklisted by the call that sweeps', await stands(sweeper), false, advice);

    const now = Date.now();
    const sweep = retirement(now, { sweepBefore: OLD + 1000 });
    await directory.blacklist(expired, retirement(OLD, { expiresAt: OLD + 999 }), CALL);
    await directory.rotate(onTime, now, sweep, CALL);
    const untouched = 'A rejected rotation must not change or sweep anything.';
    expectSame('blacklisted after a rejected rotation', await stands(expired), false, untouched);
    await directory.rotate(newToken(administrator), now, sweep, CALL);
    const refreshed = 'A successful rotation sweeps like BlacklistToken, in the same transaction.';
    expectSame('blacklisted when a rotation swept', await stands(expired), true, refreshed);
  },
};

const createRpc = rpcOf(adminDirectoryService.CreateAdministrator);

const TRIES = 10;
/** Time for a host that continues although its caller gave up. */
const SETTLE_MS = 1000;

/** The only write of the admin half that can be tested without touching a record of the application. */
const directoryDeadline: Check = {
  name: 'directory/deadline-rolls-back',
  citation: 'host.proto: rule 4; admin_directory.proto: DEADLINE_EXCEEDED; StreamedCall.timeout',
  on: 'admin',
  start: async ({ admin: { directory }, adminTransport }) => {
    const logins = Array.from({ length: TRIES }, () => `Check-Host-${randomToken(9)}`);
    for (const login of logins) {
      const request = { login, email: `${login}@check-host.example`, passwordHash: newPasswordHash() };
      await adminTransport.call(createRpc, request, { tooLate: true }).catch((error: unknown) => {
        if (!(error instanceof RpcStatus) && !(error instanceof CheckFailure)) throw error;
      });
    }
    const verify = async (): Promise<void> => {
      const found = [];
      for (const login of logins) if (await directory.findCredentials(login, CALL)) found.push(login);
      expectThat(
        found.length === 0,
        'an administrator is not created if the deadline has passed',
        `${found.length} of ${TRIES} were`,
        'In every transaction of the admin services, check the deadline (of the call, or the timeout in the stream) immediately before the commit, and roll back if it has passed.',
      );
    };
    return { afterMs: SETTLE_MS, verify };
  },
};

/** SetPassword, which finds inactive administrators too, gives the id and the token version. */
const directoryInactive: Check = {
  name: 'directory/inactive',
  citation: 'admin_directory.proto: FindAdministrator, RecordSignIn, AuthenticateToken, "not active"',
  on: 'admin-unary',
  scratch: true,
  needs: 'inactiveAdministrator',
  run: async ({ admin: { directory }, options: { inactiveAdministrator: login = '' } }) => {
    const advice = 'An inactive administrator can neither sign in nor use a token. Its login stays taken.';
    const passwordHash = newPasswordHash();
    const administrator = await directory.setPassword(login, passwordHash, CALL);
    expectThat(administrator !== undefined, `the administrator "${login}" from SetPassword`, 'none', advice);
    const found = await directory.findCredentials(login, CALL);
    expectSame(`FindAdministrator of "${login}"`, found?.administrator.login, undefined, advice);
    const now = Date.now();
    const signIn = { administratorId: administrator.id, at: now, passwordHash };
    expectSame(`RecordSignIn of "${login}"`, await directory.recordSignIn(signIn, CALL), undefined, advice);
    const token = newToken(administrator);
    const unknown = { stands: false, reason: 'unknown' };
    expectSame(`AuthenticateToken of "${login}"`, await directory.authenticate(token, now, CALL), unknown, advice);
    const rotated = await directory.rotate(token, now, retirement(now), CALL);
    expectSame(`RotateToken of "${login}"`, rotated, unknown, advice);
    const another = { login, email: `${randomToken(9)}@check-host.example`, passwordHash, superuser: false };
    const created = await directory.create(another, CALL);
    expectSame('creation with its login', created.created ? 'created' : created.reason, 'loginTaken', advice);
  },
};

/** Its password is unknown. */
const directorySuperuser: Check = {
  name: 'directory/superuser-and-role',
  citation: 'admin_directory.proto: CreateAdministrator, Administrator',
  on: 'admin-unary',
  scratch: true,
  run: async ({ admin: { directory } }) => {
    const create = (role: string) => {
      const login = `Check-Host-${randomToken(9)}`;
      const request = { login, email: `${login}@check-host.example`, passwordHash: newPasswordHash(), superuser: true };
      return directory.create({ ...request, role }, CALL);
    };
    const unknown = await create(`check-host-${randomToken(9)}`);
    const [role = ''] = unknown.created ? [] : unknown.roles;
    const outcome = await create(role);
    expectThat(outcome.created, 'a new administrator', outcome.created ? '' : outcome.reason, 'Its role exists.');
    const { administrator } = outcome;
    const advice = 'Store the role and whether the administrator is a superuser, and return both.';
    expectSame('superuser', administrator.superuser, true, advice);
    expectSame('role', administrator.role, role, advice);
    const { administrator: plain } = await newAdministrator(directory);
    expectSame('superuser of another one', plain.superuser, false, advice);
    const stands = { stands: true, administrator };
    expectSame(
      'AuthenticateToken',
      await directory.authenticate(newToken(administrator), Date.now(), CALL),
      stands,
      advice,
    );
  },
};

export const DIRECTORY_CHECKS: readonly Check[] = [
  directoryMigrate,
  directoryCreate,
  directoryFind,
  directorySignIn,
  directorySetPassword,
  directoryAuthenticate,
  directoryBlacklist,
  directoryRotate,
  directoryRotateConcurrent,
  directorySweep,
  directoryDeadline,
  directoryInactive,
  directorySuperuser,
];
