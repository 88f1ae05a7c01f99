import { connect, type Socket } from 'node:net';
import { send } from './http-client.js';
import type { RegisteredClient } from './oauth-flow.js';

/**
 * Every header that frames or routes a message, as an attacker would send it. `length` is that of the smuggled request.
 */
const HEADERS: readonly ((length: number) => string)[] = [
  () => 'X-Nothing: 1',
  () => 'Host: evil.example',
  (length) => `Content-Length: ${length}`,
  () => 'Content-Length: 0',
  () => 'Content-Length: 5',
  (length) => `Content_Length: ${length}`,
  () => 'Transfer-Encoding: chunked',
  () => 'Transfer-Encoding: xchunked',
  () => 'Transfer-Encoding: gzip, chunked',
  () => 'Transfer-Encoding: identity',
  () => 'Transfer_Encoding: chunked',
  () => 'Expect: 100-continue',
  () => 'Expect: magic',
  () => 'TE: trailers, chunked',
  () => 'Trailer: Content-Length',
  () => 'Upgrade: websocket',
  () => 'Upgrade: h2c',
  () => 'HTTP2-Settings: AAMAAABkAAQAAP__',
  () => 'Keep-Alive: timeout=600, max=1000',
  () => 'Proxy-Connection: keep-alive',
  () => 'Proxy-Authorization: Basic YTpi',
  () => 'Forwarded: for=203.0.113.7;host=evil.example',
  () => 'X-Forwarded-For: 203.0.113.7',
  () => 'X-Forwarded-Host: evil.example',
  () => 'X-Forwarded-Proto: https',
  () => 'Gatehouse-Exchange: 00000000-0000-4000-8000-000000000000',
  () => 'Authorization: Basic YTpi',
  () => 'Cookie: a=b',
  () => 'Content-Type: text/plain',
];

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST', 'PUT', 'PATCH'] as const;

/** The form of the smuggled request after the head. */
const BODIES: Record<string, (smuggled: string) => { readonly header?: string; readonly body: string }> = {
  none: () => ({ body: '' }),
  surplus: (smuggled) => ({ body: smuggled }),
  sized: (smuggled) => ({ header: `Content-Length: ${smuggled.length}`, body: smuggled }),
  chunked: (smuggled) => ({
    header: 'Transfer-Encoding: chunked',
    body: `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
  }),
};

/** One request of an attacker. */
export interface Attack {
  readonly name: string;
  readonly bytes: string;
}

/**
 * The request that the attacker wants to run before a visitor's: one whose last header swallows the visitor's request,
 * and a complete one whose answer the visitor would get.
 */
const SMUGGLED = ['GET /readyz HTTP/1.1\r\nHost: h\r\nX: ', 'GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n'] as const;

/**
 * All combinations of header × named in Connection or not × method × form of the body, alternating between the two
 * requests.
 */
export function attacks(): Attack[] {
  let turn = 0;
  return HEADERS.flatMap((headerOf) =>
    [false, true].flatMap((named) =>
      METHODS.flatMap((method) =>
        Object.entries(BODIES).map(([form, bodyOf]) => {
          const smuggled = SMUGGLED[turn++ % 3 === 0 ? 1 : 0];
          const header = headerOf(smuggled.length);
          const name = header.split(':', 1)[0] ?? '';
          const { header: framing, body } = bodyOf(smuggled);
          const options = named ? `keep-alive, ${name}, content-length, transfer-encoding` : 'keep-alive';
          const lines = ['Host: notes.example', header, ...(framing === undefined ? [] : [framing])];
          // Two headers of one name are a separate attack, but only if their values differ.
          const head = `${method} ${TARGET} HTTP/1.1\r\n${[...new Set(lines)].join('\r\n')}`;
          return {
            name: `${method}, ${header}, ${named ? 'named in Connection' : 'not named'}, body ${form}`,
            bytes: `${head}\r\nConnection: ${options}\r\n\r\n${body}`,
          };
        }),
      ),
    ),
  );
}

/** The path that the attacks ask for. */
export const TARGET = '/.well-known/oauth-authorization-server';

/** Attacks under way at the same time. */
const AT_ONCE = 8;

/** Divides no period of the attacks: each header, method and form still occurs, with both requests. */
export const EVERY_ELEVENTH = 11;

/**
 * Sends every attack to a mount, or one of so many, with a canary beside each. Returns how many canaries there were, and the
 * wrong answers.
 */
export async function canariesBesideAttacks(
  port: number,
  client: RegisteredClient,
  oneOf = 1,
): Promise<{ readonly asked: number; readonly wrong: readonly string[] }> {
  const queue = attacks().filter((_, index) => index % oneOf === 0);
  const wrong: string[] = [];
  let asked = 0;
  const worker = async (): Promise<void> => {
    for (let attack = queue.pop(); attack !== undefined; attack = queue.pop()) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(attack.bytes, 'latin1');
      await firstByte(socket);
      // During seven running attacks, and after this one, on any connection that the mount chooses.
      const problem = await canary(port, client, `canary-${asked++}`);
      if (problem !== undefined) wrong.push(`${attack.name}: ${problem}`);
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { asked, wrong };
}

/**
 * Waits until the attacker gets an answer or a rejection. Some attacks get no answer: the server waits for the rest of
 * a body.
 */
function firstByte(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, 50);
    for (const event of ['data', 'close']) {
      socket.once(event, () => {
        clearTimeout(patience);
        resolve();
      });
    }
  });
}

/**
 * Sends a request whose answer only this visitor can get: a redirect with its own state. Returns the error in the
 * answer, if any.
 */
async function canary(port: number, client: RegisteredClient, state: string): Promise<string | undefined> {
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    response_type: 'token',
    state,
  });
  const url = `http://127.0.0.1:${port}/oauth/mcp/authorize?${query.toString()}`;
  const answer = await send(url).catch((error: unknown) => String(error));
  if (typeof answer === 'string') return answer;
  const location = answer.headers.location ?? '';
  const isOwn =
    answer.status === 302 && location.startsWith(client.redirectUri) && location.includes(`state=${state}&`);
  return isOwn ? undefined : `${answer.status} ${location} ${answer.body.slice(0, 100)}`;
}

export interface Counts {
  readonly requests: number;
  readonly refused: number;
  readonly notForwarded: number;
}

export async function counts(metricsOrigin: string): Promise<Counts> {
  const { body } = await send(`${metricsOrigin}/metrics`);
  const sum = (pattern: RegExp): number =>
    [...body.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0);
  const refused = sum(/^gatehouse_http_refused_total\{[^}]*\} (\d+)$/gm);
  return {
    requests: sum(/^gatehouse_http_requests_total\{[^}]*\} (\d+)$/gm) + refused,
    refused,
    notForwarded: sum(/^gatehouse_http_requests_total\{[^}]*route="health\.ready"[^}]*\} (\d+)$/gm),
  };
}
