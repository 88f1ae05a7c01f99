import { composed } from '../api/spelling.js';
import { networkOf } from '../../core/network-addresses.js';

/**
 * The counters of a sign-in attempt, with their limits. Gatehouse counts each attempt twice: by the typed identifier, before
 * any lookup, and by the account that it names. An administrator's login and email address together thus allow no more guesses
 * than either alone.
 */
export interface SignInAttempt {
  /** This login from this address: the limit in `admin.login.max_attempts`. */
  readonly pair: AttemptBucket;
  /** This login from any address: against attackers with many addresses. */
  readonly login: AttemptBucket;
  /** Any login from this address: against attackers who try many logins. */
  readonly address: AttemptBucket;
  /** Codes for one password within a day: only for codes of a second factor. */
  readonly day?: AttemptBucket;
}

export interface AttemptBucket {
  /** Any string: the store hashes it. */
  readonly key: string;
  /** Attempts allowed in one window. 0 means no limit: the store counts nothing. */
  readonly limit: number;
  /** Whole milliseconds; the window opens with its first attempt. */
  readonly windowMs: number;
}

export interface SignInLimits {
  readonly perLoginAndAddress: number;
  readonly perLogin: number;
  readonly perAddress: number;
  readonly windowMs: number;
}

/** The limit of the pair does not stop an attacker who tries one login from many addresses, or many logins from one address. */
const LOGIN_PER_PAIR = 10;
const ADDRESS_PER_PAIR = 20;

/** @param maxAttempts `admin.login.max_attempts`; 0 means no limit */
export function signInLimits(maxAttempts: number, windowMs: number): SignInLimits {
  return {
    perLoginAndAddress: maxAttempts,
    perLogin: maxAttempts * LOGIN_PER_PAIR,
    perAddress: maxAttempts * ADDRESS_PER_PAIR,
    windowMs,
  };
}

/** @param address in the canonical form of core/network-addresses.ts */
export function signInAttempt(login: string, address: string, limits: SignInLimits): SignInAttempt {
  const { windowMs } = limits;
  const who = composed(login).toLowerCase();
  const network = networkOf(address);
  return {
    // The login is last because it may contain any character. This makes the key unique to the pair.
    pair: { key: `sign-in:pair:${network} ${who}`, limit: limits.perLoginAndAddress, windowMs },
    login: { key: `sign-in:login:${who}`, limit: limits.perLogin, windowMs },
    address: { key: `sign-in:address:${network}`, limit: limits.perAddress, windowMs },
  };
}

/**
 * Wrong codes for one password of one account within a day, from all addresses, whatever the limits of the configuration are. The
 * other limits leave a thief of the password several thousand guesses a day, of which one in 333,000 is right; with these, it takes
 * decades to be right. The owner needs a few, and NIST SP 800-63B §5.2.2 allows a hundred.
 */
const CODES_A_DAY = 30;
const DAY_MS = 86_400_000;

/**
 * An attempt at a code of the second factor, by the account: six digits are guessed sooner than a password.
 *
 * @param password a fingerprint of the account and the password that came before the code, right or wrong. Only a thief of the
 * password can thus use up its day, and being refused does not tell whether it is the right one.
 */
export function codeAttempt(
  accountId: string,
  password: string,
  address: string,
  limits: SignInLimits,
): Required<SignInAttempt> {
  const { windowMs } = limits;
  const network = networkOf(address);
  return {
    day: { key: `second-factor:day:${password}`, limit: CODES_A_DAY, windowMs: DAY_MS },
    pair: { key: `second-factor:pair:${network} ${accountId}`, limit: limits.perLoginAndAddress, windowMs },
    login: { key: `second-factor:account:${accountId}`, limit: limits.perLogin, windowMs },
    address: { key: `second-factor:address:${network}`, limit: limits.perAddress, windowMs },
  };
}

/** The use of a ticket, of which there is one, whatever the limits of the configuration are. */
export function ticketUse(ticket: string, windowMs: number): SignInAttempt {
  const none = { key: '', limit: 0, windowMs };
  return { pair: { key: `sign-in:ticket:${ticket}`, limit: 1, windowMs }, login: none, address: none };
}

/**
 * The same attempt, counted for the account that the lookup found. Without an account, it counts under the typed identifier, so
 * that neither the duration nor the store's load reveals which accounts exist. The first count already included the address.
 */
export function accountAttempt(
  accountId: string | undefined,
  login: string,
  address: string,
  limits: SignInLimits,
): SignInAttempt {
  const { windowMs } = limits;
  const who = accountId === undefined ? `none ${composed(login).toLowerCase()}` : `id ${accountId}`;
  return {
    pair: { key: `sign-in:account-pair:${networkOf(address)} ${who}`, limit: limits.perLoginAndAddress, windowMs },
    login: { key: `sign-in:account:${who}`, limit: limits.perLogin, windowMs },
    address: { key: '', limit: 0, windowMs },
  };
}
