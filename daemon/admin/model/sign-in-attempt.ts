import { isIPv6 } from 'node:net';

/** What a sign-in attempt is counted against, and how many there may be. */
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

/** @param address in the one spelling that http/ip-address.ts gives it */
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
 * Whoever has an IPv6 address has 2^64 of them, so the /64 is what is counted. The address is spelled as RFC 5952 says:
 * what "::" stands for has to be written out before the first four groups can be told.
 */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [left = '', right] = address.split('::');
  const leading = left === '' ? [] : left.split(':');
  const trailing = right === undefined || right === '' ? [] : right.split(':');
  const zeros = new Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0');
  return `${[...leading, ...zeros, ...trailing].slice(0, 4).join(':')}::/64`;
}
