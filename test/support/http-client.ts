import { request, type Agent, type IncomingHttpHeaders } from 'node:http';

/** A raw answer: redirects are not followed, and nothing is interpreted. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as JSON. Throws if it is not JSON. */
  json(): Record<string, unknown>;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  /** Default: a new connection, so that no answer depends on an earlier request. */
  readonly agent?: Agent;
  /** The request target to send unchanged, in place of the URL's path and query. */
  readonly target?: string;
}

/** Pairs rather than an object where a name may occur twice. */
export type Pairs = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

export function send(url: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, agent, target } = sent;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(url, {
      method,
      headers: { ...length, ...headers },
      agent: agent ?? false,
      ...(target === undefined ? {} : { path: target }),
    });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: text,
          json: () => JSON.parse(text) as Record<string, unknown>,
        });
      });
    });
    outgoing.end(body);
  });
}

export function sendForm(url: string, pairs: Pairs, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: query(pairs),
  });
}

export function sendJson(url: string, value: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  });
}

export function query(pairs: Pairs): string {
  const list = Array.isArray(pairs) ? (pairs as readonly (readonly [string, string])[]) : Object.entries(pairs);
  return new URLSearchParams(list.map(([name, value]) => [name, value] as [string, string])).toString();
}
