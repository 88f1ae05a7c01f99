import type { Dice } from './dice.js';

/** A request in parts, so that a mutation can reach each of them. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly pairs: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** The content of the body: the pairs as a form or as JSON, or nothing if they form the query. */
  readonly encoding: 'query' | 'form' | 'json';
}

/** Texts that have broken parsers, databases, headers and pages. */
export const NASTY = [
  '',
  '\0',
  'a\0b',
  '\r\nx-injected: 1\r\n\r\n',
  '%',
  '%zz',
  '%00',
  '%0d%0a',
  '%ff',
  '\ufffd',
  '\u202e',
  '🦊',
  '__proto__',
  'constructor',
  'null',
  '[]',
  '{}',
  '-1',
  '1e400',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'http://localhost@evil.test/',
  'javascript:alert(1)',
  'https://client.example/callback#',
  'a'.repeat(5000),
  ' ',
  '&',
  '=',
  ';',
  '\\',
  '"',
] as const;

const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'];
const TYPES = ['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', ''];

type Mutation = (request: RawRequest, dice: Dice) => RawRequest;

const onPair =
  (change: (name: string, value: string, dice: Dice) => readonly (readonly [string, string])[]): Mutation =>
  (request, dice) => {
    if (request.pairs.length === 0) return request;
    const index = dice.below(request.pairs.length);
    const pairs = request.pairs.flatMap((pair, at) => (at === index ? change(pair[0], pair[1], dice) : [pair]));
    return { ...request, pairs };
  };

const MUTATIONS: readonly Mutation[] = [
  onPair(() => []),
  onPair((name, value) => [
    [name, value],
    [name, value],
  ]),
  onPair((name, _value, dice) => [[name, dice.pick(NASTY)]]),
  onPair((name, value, dice) => [
    [dice.pick(NASTY), value],
    [name, value],
  ]),
  onPair((name, value, dice) => [[name, splice(value, dice)]]),
  onPair((name, value, dice) => [[splice(name, dice), value]]),
  (request, dice) => ({ ...request, method: dice.pick(METHODS) }),
  (request, dice) => ({ ...request, headers: { ...request.headers, 'content-type': dice.pick(TYPES) } }),
  (request, dice) => ({ ...request, headers: { ...request.headers, authorization: `Basic ${base64(dice)}` } }),
  (request, dice) => ({ ...request, headers: { ...request.headers, origin: printable(dice.pick(NASTY)) } }),
  (request, dice) => ({ ...request, path: `/${splice(request.path.slice(1), dice)}` }),
  (request, dice) => ({ ...request, encoding: dice.pick(['query', 'form', 'json']) }),
];

/** Makes one to three changes. */
export function mutated(request: RawRequest, dice: Dice): RawRequest {
  let result = request;
  for (let left = 1 + dice.below(3); left > 0; left--) result = dice.pick(MUTATIONS)(result, dice);
  return result;
}

/** The target and the body as bytes; sometimes a byte of the encoded form is broken too. */
export function encoded(request: RawRequest, dice: Dice): { target: string; body: Buffer | undefined } {
  const text =
    request.encoding === 'json'
      ? JSON.stringify(Object.fromEntries(request.pairs.map(([name, value]) => [name, jsonValue(name, value, dice)])))
      : new URLSearchParams(request.pairs.map(([name, value]) => [name, value] as [string, string])).toString();
  const final = dice.below(4) === 0 ? splice(text, dice) : text;
  const path = printable(request.path);
  return request.encoding === 'query'
    ? { target: `${path}?${printable(final)}`, body: undefined }
    : { target: path, body: Buffer.from(final, dice.below(8) === 0 ? 'latin1' : 'utf8') };
}

function jsonValue(name: string, value: string, dice: Dice): unknown {
  if (name.endsWith('s')) return dice.below(8) === 0 ? dice.pick([value, 7, null, [[value]], {}]) : [value];
  return dice.below(8) === 0 ? dice.pick([7, null, true, [value], { a: value }]) : value;
}

/** Cuts, duplicates or replaces a piece. */
function splice(text: string, dice: Dice): string {
  const from = dice.below(text.length + 1);
  const to = from + dice.below(8);
  const middle = dice.pick(['', text.slice(from, to).repeat(2), dice.pick(NASTY)]);
  return text.slice(0, from) + middle + text.slice(to);
}

function base64(dice: Dice): string {
  return Buffer.from(dice.pick(NASTY) + dice.pick([':', '']) + dice.pick(NASTY)).toString('base64');
}

/**
 * node:http sends visible ASCII in a request line and in headers. The tests of the engines cover what raw sockets can
 * send.
 */
function printable(text: string): string {
  return text.replace(/[^!-~]/gu, (character) => encodeURIComponent(Buffer.from(character).toString()));
}
