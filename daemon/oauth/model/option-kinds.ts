import type { Reader } from '../../core/described-keys.js';
import * as plain from '../../core/described-keys.js';
import { formatDuration, parseDuration } from '../../core/duration.js';
import { isLoopbackHost } from '../../core/network-addresses.js';

/** Schemes that run or read something on their own; no allow-list can permit them as a redirect URI's scheme. */
export const FORBIDDEN_SCHEMES = ['javascript', 'data', 'file', 'blob', 'vbscript', 'about', 'ws', 'wss'] as const;

/** The type of a value as a host sends it: any texts for a list of known words. */
export type Loose<T> = T extends readonly string[] ? readonly string[] : T;

/** The type of an option. `read` reports every problem of a value to reject it; its result is then ignored. */
export interface OptionKind<T> extends Reader<T, Loose<T>, [refuse: (problem: string) => void]> {
  /** The value as shown in the reference. */
  show(value: T): string;
}

export function integer(min: number, max: number): OptionKind<number> {
  const { expects, read } = plain.integer(min, max);
  return {
    expects,
    show: String,
    read(raw, refuse) {
      if (read(raw) === undefined) refuse(`${raw} is not between ${min} and ${max}`);
      return raw;
    },
  };
}

/** Milliseconds. */
export function duration(min: string, max: string): OptionKind<number> {
  const [minMs, maxMs] = [milliseconds(min), milliseconds(max)];
  return {
    expects: `a duration, ${min} to ${max}`,
    show: (ms) => (ms % DAY === 0 ? `${ms / DAY}d` : formatDuration(ms)),
    read(ms, refuse) {
      if (!(ms >= minMs && ms <= maxMs)) {
        refuse(`${ms / SECOND} s is not between ${minMs / SECOND} s and ${maxMs / SECOND} s`);
      }
      return ms;
    },
  };
}

/** 0 switches off what the duration limits. */
export function zeroOr(kind: OptionKind<number>): OptionKind<number> {
  return {
    expects: `0, or ${kind.expects}`,
    show: (ms) => (ms === 0 ? '0' : kind.show(ms)),
    read: (ms, refuse) => (ms === 0 ? 0 : kind.read(ms, refuse)),
  };
}

export function boolean(): OptionKind<boolean> {
  return { ...plain.boolean(), show: String };
}

/** Some of the words, without duplicates and in their order. */
export function subsetOf<const Word extends string>(all: readonly Word[]): OptionKind<readonly Word[]> {
  return {
    expects: `a list with any of ${all.join(', ')}`,
    show: (words) => words.join(', '),
    read(raw, refuse) {
      const given: readonly string[] = raw;
      for (const word of given) {
        if (!(all as readonly string[]).includes(word)) refuse(`"${word}" is none of ${all.join(', ')}`);
      }
      return all.filter((word) => given.includes(word));
    },
  };
}

export function text(expects: string, problemOf: (text: string) => string | undefined): OptionKind<string> {
  return {
    expects,
    show: (value) => value,
    read(raw, refuse) {
      const problem = problemOf(raw);
      if (problem !== undefined) refuse(problem);
      return raw;
    },
  };
}

/** The empty text counts as absent: the field has no presence in the contract. */
export function orEmpty(kind: OptionKind<string>): OptionKind<string> {
  return { ...kind, read: (raw, refuse) => (raw === '' ? '' : kind.read(raw, refuse)) };
}

/** Distinct texts, each without a problem. */
export function setOf(expects: string, problemOf: (text: string) => string | undefined): OptionKind<readonly string[]> {
  return {
    expects,
    show: (values) => values.join(', '),
    read(raw, refuse) {
      const values = [...new Set(raw)];
      for (const problem of values.map(problemOf)) if (problem !== undefined) refuse(problem);
      return values;
    },
  };
}

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

function milliseconds(duration: string): number {
  const ms = parseDuration(duration);
  if (ms === undefined) throw new Error(`${duration} is not a duration`);
  return ms;
}

/**
 * RFC 8414 §2, and also http for loopback, so that a demo works. Issuers are compared byte by byte, so only one spelling is
 * valid.
 */
export function issuerProblem(issuer: string): string | undefined {
  if (issuer === '') return 'is required: the base URL of the application, for example "https://notes.example"';
  const problem = webUrlProblem(issuer);
  if (problem !== undefined) return problem;
  const url = new URL(issuer);
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return `"${issuer}" must be https; http is for a loopback host only (localhost, 127.0.0.0/8, [::1])`;
  }
  if (issuer.includes('?') || issuer.includes('#')) return `"${issuer}" must have no query and no fragment`;
  if (issuer.endsWith('/')) return `"${issuer}" must not end with a slash`;
  const normal = url.pathname === '/' ? url.origin : url.origin + url.pathname;
  return issuer === normal ? undefined : `"${issuer}" is not in normal form; write "${normal}"`;
}

/** RFC 8707 §2: an absolute URI without fragment. */
export function resourceProblem(resource: string): string | undefined {
  if (resource.includes('#')) return `"${resource}" must have no fragment`;
  return webUrlProblem(resource);
}

function webUrlProblem(text: string): string | undefined {
  if (!/^https?:\/\/[!-~]+$/i.test(text) || !URL.canParse(text)) return `"${text}" is not an absolute http(s) URL`;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? undefined : 'must have no user name or password';
}

export function pathProblem(path: string): string | undefined {
  return /^\/[!-~]*$/.test(path) && !/["<>\\^`{|}]/.test(path)
    ? undefined
    : `"${path}" must start with "/" and be a URL path in ASCII`;
}

/** RFC 3986 §3.1, in lower case as URL returns it. */
export function schemeProblem(scheme: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*$/.test(scheme)) return `"${scheme}" is not a URI scheme in lower case and without colon`;
  if (scheme === 'http' || scheme === 'https') return `"${scheme}" is not a private-use scheme`;
  return (FORBIDDEN_SCHEMES as readonly string[]).includes(scheme) ? `"${scheme}" is never allowed` : undefined;
}
