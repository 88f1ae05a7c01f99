import { networkOf } from '../../core/network-addresses.js';

/**
 * What a sign-in attempt is counted against, and how many there may be. Each attempt is counted twice: by what was typed,
 * before anything is looked up, and by the account that it named, so that an administrator's login and e-mail address
 * together allow no more guesses than either.
 */
export interface SignInAttempt {
  /** This login from this address: the limit that `admin.login.max_attempts` sets. */
  readonly pair: AttemptBucket;
  /** This login from anywhere: against one who has many addresses. */
  readonly login: AttemptBucket;
  /** Any login from this address: against one who has many logins to try. */
  readonly address: AttemptBucket;
}

export interface AttemptBucket {
  /** Any text: the store hashes it. */
  readonly key: string;
  /** Attempts allowed in one window. 0: no limit, nothing is counted. */
  readonly limit: number;
  /** Whole milliseconds; the window opens with the first attempt in it. */
  readonly windowMs: number;
}

export interface SignInLimits {
  readonly perLoginAndAddress: number;
  readonly perLogin: number;
  readonly perAddress: number;
  readonly windowMs: number;
}

/** Guessing at one login from many addresses, or at many logins from one address, is not stopped by the limit of the pair. */
const LOGIN_PER_PAIR = 10;
const ADDRESS_PER_PAIR = 20;

/** @param maxAttempts `admin.login.max_attempts`; 0: no limit */
export function signInLimits(maxAttempts: number, windowMs: number): SignInLimits {
  return {
    perLoginAndAddress: maxAttempts,
    perLogin: maxAttempts * LOGIN_PER_PAIR,
    perAddress: maxAttempts * ADDRESS_PER_PAIR,
    windowMs,
  };
}

/** @param address in the one spelling that core/network-addresses.ts gives it */
export function signInAttempt(login: string, address: string, limits: SignInLimits): SignInAttempt {
  const { windowMs } = limits;
  const who = login.toLowerCase();
  const network = networkOf(address);
  return {
    // The login comes last, since it may hold anything: no other pair has the same text.
    pair: { key: `sign-in:pair:${network} ${who}`, limit: limits.perLoginAndAddress, windowMs },
    login: { key: `sign-in:login:${who}`, limit: limits.perLogin, windowMs },
    address: { key: `sign-in:address:${network}`, limit: limits.perAddress, windowMs },
  };
}

/**
 * The same attempt against the account that was found. Without one it is counted as well, under what was typed: neither
 * the time nor the store's load tells who exists. The address was counted with what was typed.
 */
export function accountAttempt(
  accountId: string | undefined,
  login: string,
  address: string,
  limits: SignInLimits,
): SignInAttempt {
  const { windowMs } = limits;
  const who = accountId === undefined ? `none ${login.toLowerCase()}` : `id ${accountId}`;
  return {
    pair: { key: `sign-in:account-pair:${networkOf(address)} ${who}`, limit: limits.perLoginAndAddress, windowMs },
    login: { key: `sign-in:account:${who}`, limit: limits.perLogin, windowMs },
    address: { key: '', limit: 0, windowMs },
  };
}
