import { networkOf } from '../../core/network-addresses.js';
import type { CallContext, Logger } from '../../core/runtime.js';
import type { Checked } from '../api/errors.js';
import { AdminError, invalid } from '../api/errors.js';
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARACTERS } from '../api/limits.js';
import type { PasswordLinks } from '../auth/password-links.js';
import type { Passwords } from '../auth/passwords.js';
import { composed } from '../api/spelling.js';
import type { Administrator } from '../model/administrator.js';
import type { SignInLimits } from '../model/sign-in-attempt.js';
import { accountAttempt } from '../model/sign-in-attempt.js';
import type { Accounts } from '../ports/accounts.js';
import type { Directory } from '../ports/directory.js';
import type { SignInThrottle } from '../ports/sign-in-throttle.js';

export interface PasswordDependencies {
  readonly accounts: Accounts;
  readonly directory: Pick<Directory, 'findCredentials'>;
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
  readonly limits: SignInLimits;
  readonly logger: Logger;
}

/** Checks a password that an administrator chooses. */
export function chosenPassword(password: unknown): Checked<{ readonly password: string }> {
  if (typeof password !== 'string' || password === '') return { rule: 'required' };
  // A text with half a character has several spellings as bytes; for NUL see auth/passwords.ts.
  if (/[\p{Cs}\0]/u.test(password)) return { rule: 'string_characters' };
  const characters = composed(password);
  if ([...characters].length < MIN_PASSWORD_CHARACTERS) {
    return { rule: 'password_short', parameters: { minimum: MIN_PASSWORD_CHARACTERS } };
  }
  return Buffer.byteLength(characters) > MAX_PASSWORD_BYTES
    ? { rule: 'password_long', parameters: { maximum: MAX_PASSWORD_BYTES } }
    : { password };
}

export interface OwnPasswordRequest {
  readonly current: string;
  readonly password: string;
  readonly clientAddress: string;
}

/**
 * Whether the administrator knows the password. It counts wrong ones like attempts to sign in to the account, so that a stolen
 * session cannot guess it.
 */
export function createProvePassword({
  directory,
  passwords,
  throttle,
  limits,
  logger,
}: Omit<PasswordDependencies, 'accounts'>) {
  return async (
    { current, clientAddress }: Pick<OwnPasswordRequest, 'current' | 'clientAddress'>,
    { id, login }: Administrator,
    call: CallContext,
    field = 'current',
  ): Promise<undefined | AdminError> => {
    const attempt = await throttle.attempt(accountAttempt(id, login, clientAddress, limits));
    if (!attempt.allowed) {
      return new AdminError('too_many_attempts', { retryAfterSeconds: attempt.retryAfterSeconds });
    }
    const undo = async (how: () => Promise<void>) =>
      how().catch((err: unknown) => {
        logger.warn(
          { requestId: call.requestId, err },
          'failed to undo the count of a password attempt in an account: it counts until its window ends',
        );
      });
    let isRight: boolean;
    try {
      const credentials = await directory.findCredentials(login, call);
      const own = credentials?.administrator.id === id ? credentials.passwordHash : undefined;
      isRight = await passwords.verify(current, own, networkOf(clientAddress));
    } catch (fault) {
      await undo(() => attempt.withdrawn());
      throw fault;
    }
    if (!isRight) return invalid(field, { rule: 'password_wrong' });
    await undo(() => attempt.succeeded());
    return undefined;
  };
}

export type ProvePassword = ReturnType<typeof createProvePassword>;

/** Changes the administrator's own password. It asks for the current one. */
export function createChangeOwnPassword(dependencies: PasswordDependencies) {
  const { accounts, passwords } = dependencies;
  const prove = createProvePassword(dependencies);
  return async (
    { current, password, clientAddress }: OwnPasswordRequest,
    administrator: Administrator,
    call: CallContext,
  ): Promise<Administrator | AdminError> => {
    const refused = await prove({ current, clientAddress }, administrator, call);
    if (refused !== undefined) return refused;
    if (composed(current) === composed(password)) return invalid('password', { rule: 'password_same' });
    const { id, tokenVersion } = administrator;
    const passwordHash = await passwords.hash(password, networkOf(clientAddress));
    const change = { administratorId: id, tokenVersion, passwordHash, changedBy: id, mustChange: false };
    const outcome = await accounts.changePassword(change, call);
    // The session has ended in the meantime: the password was reset, or the administrator was deactivated.
    return outcome.changed ? outcome.administrator : new AdminError('unauthenticated');
  };
}

/** The preference with the id of the administrator's latest link, in quotation marks; its name is reserved. */
export const LATEST_LINK = 'gatehouse.password-link';

/** Sets a password with a link. Answers the login, with which the administrator signs in. */
export function createRedeemPasswordLink(
  links: PasswordLinks,
  { accounts, passwords }: Pick<PasswordDependencies, 'accounts' | 'passwords'>,
) {
  return async (
    { token, password, clientAddress }: { token: string; password: string; clientAddress: string },
    call: CallContext,
  ): Promise<Administrator | AdminError> => {
    const link = await links.verify(token);
    if (link === undefined) return new AdminError('link_invalid');
    const { id, administratorId, tokenVersion, by } = link;
    // A used link costs no hash.
    const account = await accounts.find(administratorId, call);
    if (account?.active !== true || account.administrator.tokenVersion !== tokenVersion) {
      return new AdminError('link_invalid');
    }
    const isLatest = async (): Promise<boolean> => {
      const latest = await accounts.preferences(administratorId, [LATEST_LINK], call);
      return latest.get(LATEST_LINK) === JSON.stringify(id);
    };
    if (!(await isLatest())) return new AdminError('link_invalid');
    const passwordHash = await passwords.hash(password, networkOf(clientAddress));
    // Again, because hashes wait for each other: a colleague may have ended this link with another one meanwhile.
    if (!(await isLatest())) return new AdminError('link_invalid');
    const change = { administratorId, tokenVersion, passwordHash, changedBy: by, mustChange: false };
    const outcome = await accounts.changePassword(change, call);
    return outcome.changed ? outcome.administrator : new AdminError('link_invalid');
  };
}
