import type { Dice } from '../../support/dice.js';

const COMMON = 'Host: gatehouse.example\r\nUser-Agent: fuzz/1\r\nAccept: */*\r\n';
const FORM = 'grant_type=refresh_token&refresh_token=abc%20def&client_id=x';

/** Well-formed requests, as the daemon receives them. */
const SEEDS: readonly string[] = [
  `GET /.well-known/oauth-authorization-server HTTP/1.1\r\n${COMMON}\r\n`,
  `GET /oauth/mcp/authorize?client_id=a&redirect_uri=https%3A%2F%2Fa.test%2Fcb&state=%C3%A9 HTTP/1.1\r\n${COMMON}Cookie: s=1; t=2\r\n\r\n`,
  `HEAD /fixed HTTP/1.1\r\n${COMMON}\r\n`,
  `OPTIONS /oauth/mcp/token HTTP/1.1\r\n${COMMON}Origin: https://a.test\r\nAccess-Control-Request-Method: POST\r\n\r\n`,
  `POST /oauth/mcp/token HTTP/1.1\r\n${COMMON}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${FORM.length}\r\n\r\n${FORM}`,
  `POST /oauth/mcp/register HTTP/1.1\r\n${COMMON}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{"a":1,\r\n6\r\n"b":2}\r\n0\r\n\r\n`,
  `DELETE /thing HTTP/1.1\r\n${COMMON}Connection: keep-alive\r\n\r\n`,
  `POST /empty HTTP/1.1\r\n${COMMON}Content-Length: 0\r\nConnection: close\r\n\r\n`,
];

/** Building blocks of attacks on parsers. */
const TOKENS: readonly string[] = [
  '\r\n', '\n', '\r', '\r\n\r\n', '\0', ' ', '\t', ':', ': ', ',', ';', '=', '&', '?', '#', '%', '/', '\\', '"', '\x7f', '\x80', '\xff', '\xc3\xa9',
  'chunked', 'xchunked', 'chunked, identity', 'Transfer-Encoding: chunked\r\n', 'Transfer-Encoding: identity\r\n',
  'Content-Length: 0\r\n', 'Content-Length: 5\r\n', 'Content-Length: 000005\r\n', 'content-length:5\r\n', 'Content-Length : 5\r\n', '+5', '-1', '0x10',
  'Host: evil.test\r\n', ': hidden\r\n', ' folded\r\n', '\tfolded\r\n', 'Expect: 100-continue\r\n', 'Expect: x\r\n', 'Upgrade: h2c\r\n', 'Connection: close\r\n',
  'HTTP/1.0', 'HTTP/1.1', 'HTTP/2.0', 'GET ', 'POST ', 'http://evil.test', '*',
  '0\r\n\r\n', '5\r\nhello\r\n', 'fffffffffffffffff\r\n', '5;ext=1\r\n', '5 \r\n', '5\n', 'Trailer: x\r\n',
  'GET /smuggled HTTP/1.1\r\nHost: gatehouse.example\r\n\r\n',
]; // oxfmt-ignore

/** A well-formed request with up to four changes. One character for each byte. */
export function mutant(dice: Dice): string {
  let text = dice.pick(SEEDS);
  for (let count = dice.below(5); count > 0; count--) text = dice.pick(MUTATIONS)(text, dice);
  return text;
}

type Mutation = (text: string, dice: Dice) => string;

const MUTATIONS: readonly Mutation[] = [
  (text, dice) => insert(text, dice.below(text.length + 1), dice.pick(TOKENS)),
  (text, dice) => insert(text, lineStart(text, dice), dice.pick(TOKENS)),
  (text, dice) => insert(text, dice.below(text.length + 1), String.fromCharCode(dice.below(256))),
  function replaceByte(text, dice) {
    const at = dice.below(text.length);
    return text.slice(0, at) + String.fromCharCode(dice.below(256)) + text.slice(at + 1);
  },
  function remove(text, dice) {
    const at = dice.below(text.length);
    return text.slice(0, at) + text.slice(at + 1 + dice.below(4));
  },
  function repeatLine(text, dice) {
    const lines = text.split('\r\n');
    const at = dice.below(lines.length);
    lines.splice(dice.below(lines.length), 0, lines[at] ?? '');
    return lines.join('\r\n');
  },
  function dropLine(text, dice) {
    const lines = text.split('\r\n');
    lines.splice(dice.below(lines.length), 1);
    return lines.join('\r\n');
  },
  function otherCase(text, dice) {
    const at = dice.below(text.length);
    const end = at + 1 + dice.below(12);
    const part = text.slice(at, end);
    return text.slice(0, at) + (dice.below(2) === 0 ? part.toUpperCase() : part.toLowerCase()) + text.slice(end);
  },
  (text, dice) => text.replace(/\d+/, () => String(dice.below(100))),
  (text, dice) => text.slice(0, dice.below(text.length)),
  (text, dice) => text + dice.pick(SEEDS),
  (text, dice) => insert(text, lineStart(text, dice), `X-Long: ${'a'.repeat(dice.below(20_000))}\r\n`),
  (text, dice) => insert(text, lineStart(text, dice), 'X-Many: 1\r\n'.repeat(dice.below(120))),
];

function insert(text: string, at: number, what: string): string {
  return text.slice(0, at) + what + text.slice(at);
}

function lineStart(text: string, dice: Dice): number {
  const at = text.indexOf('\r\n', dice.below(text.length));
  return at === -1 ? text.length : at + 2;
}
