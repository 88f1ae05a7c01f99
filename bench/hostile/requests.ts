import {
  FORM_TEXTS,
  HEADER_TEXTS,
  JSON_TEXTS,
  PATH_TEXTS,
  REGISTRATION_TEXTS,
  URI_TEXTS,
  type TextOfLength,
} from '../../test/support/repetitive-texts.js';
import { FORM } from '../peers/peer.js';

/** One unauthenticated request, as the bytes of one message. */
export interface HostileRequest {
  /** "POST /oauth/mcp/token". */
  readonly endpoint: string;
  /** The repeated text and its place. */
  readonly shape: string;
  readonly bytes: Buffer;
}

/** The input that an endpoint accepts without authentication. */
interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly body?: { readonly type: string; readonly mostBytes: number; readonly texts: Texts };
}

type Texts = Readonly<Record<string, TextOfLength>>;

/** framing.ts accepts 16,384 bytes of request line and headers; the rest of the head needs some of them. */
const HEAD_BYTES = 15_900;
const FORM_BYTES = 32_768;
const JSON_BYTES = 65_536;

/** Headers that some endpoint reads. Each is filled to the limit in every shape. */
const READ_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'if-none-match',
  'traceparent',
  'tracestate',
  'x-forwarded-for',
  'x-request-id',
];

const API = '/backend/api/v1';
const AUTHORIZE = 'client_id=bench-client&redirect_uri=http://127.0.0.1:9/callback&response_type=code&';

/** @param requestId of an open pending request, for the consent page */
export function hostileRequests(requestId: string, asset: string): readonly HostileRequest[] {
  const json = { type: 'application/json', texts: { ...JSON_TEXTS, ...REGISTRATION_TEXTS } };
  const endpoints: readonly Endpoint[] = [
    { method: 'GET', path: '/.well-known/oauth-authorization-server' },
    { method: 'GET', path: '/.well-known/oauth-protected-resource' },
    { method: 'GET', path: '/oauth/mcp/authorize', query: '' },
    { method: 'POST', path: '/oauth/mcp/token', body: { type: FORM, mostBytes: FORM_BYTES, texts: FORM_TEXTS } },
    { method: 'POST', path: '/oauth/mcp/revoke', body: { type: FORM, mostBytes: FORM_BYTES, texts: FORM_TEXTS } },
    { method: 'POST', path: '/oauth/mcp/register', body: { ...json, mostBytes: JSON_BYTES } },
    { method: 'GET', path: '/connect', query: `request=${requestId}&` },
    {
      method: 'POST',
      path: `/connect?request=${requestId}`,
      body: { type: FORM, mostBytes: 4096, texts: FORM_TEXTS },
    },
    { method: 'GET', path: '/healthz' },
    { method: 'GET', path: '/readyz' },
    { method: 'GET', path: '/backend/' },
    { method: 'GET', path: asset },
    { method: 'GET', path: `${API}/lang` },
    { method: 'POST', path: `${API}/auth/login`, body: { ...json, mostBytes: 4096 } },
    { method: 'POST', path: `${API}/auth/refresh`, body: { ...json, mostBytes: 1024 } },
    { method: 'GET', path: `${API}/auth/me` },
    { method: 'GET', path: `${API}/bench/shop/products`, query: '' },
    { method: 'PUT', path: `${API}/bench/shop/products/1`, body: { ...json, mostBytes: 2 * 1024 * 1024 } },
    { method: 'POST', path: `${API}/nowhere`, body: { ...json, mostBytes: JSON_BYTES } },
  ];
  return [...endpoints.flatMap(requestsTo), ...unroutable()];
}

function requestsTo(endpoint: Endpoint): HostileRequest[] {
  const { method, path, query, body } = endpoint;
  const name = `${method} ${path.replace(/\?.*/, '').replace(/-[\w-]{8}\.js$/, '-*.js')}`;
  const requests: HostileRequest[] = [];
  const add = (shape: string, bytes: Buffer) => requests.push({ endpoint: name, shape, bytes });
  const small = body === undefined ? undefined : Buffer.from(body.type === FORM ? 'a=b' : '{}');
  add('plain', message(method, path, headersFor(body?.type), small));
  for (const header of READ_HEADERS) {
    for (const [shape, text] of Object.entries(HEADER_TEXTS)) {
      const headers = { ...headersFor(body?.type), [header]: text(HEAD_BYTES - path.length) };
      add(`${header}: ${shape}`, message(method, path, headers, small));
    }
  }
  add('64 headers', message(method, path, { ...headersFor(body?.type), ...manyHeaders() }, small));
  if (query !== undefined) {
    for (const [prefix, what] of [
      [query, 'query'],
      ...(path.endsWith('authorize') ? [[AUTHORIZE, 'query of a client']] : []),
    ] as const) {
      for (const [shape, text] of Object.entries(FORM_TEXTS)) {
        add(`${what}: ${shape}`, message(method, `${path}?${prefix}${text(HEAD_BYTES - 400)}`, {}));
      }
    }
    for (const [shape, text] of Object.entries(URI_TEXTS)) {
      const uri = encodeURIComponent(text(4000));
      const pairs = ['client_id', 'redirect_uri', 'resource'].map((parameter) => `${parameter}=${uri}`).join('&');
      const target = `${path}?${pairs}`.slice(0, HEAD_BYTES);
      add(`query: ${shape}`, message(method, target, {}));
    }
  }
  if (body !== undefined) {
    for (const [shape, text] of Object.entries(body.texts)) {
      add(`body: ${shape}`, message(method, path, headersFor(body.type), Buffer.from(text(body.mostBytes))));
    }
    if (body.type !== FORM) {
      for (const [shape, text] of Object.entries(URI_TEXTS)) {
        const uris = Array.from({ length: 10 }, () => text(2040));
        const bytes = Buffer.from(JSON.stringify({ redirect_uris: uris, login: 'a', password: 'b' }));
        if (bytes.length <= body.mostBytes) {
          add(`redirect URIs: ${shape}`, message(method, path, headersFor(body.type), bytes));
        }
      }
    }
    const inPieces = Math.min(body.mostBytes, FORM_BYTES);
    add('body: chunks of one byte', chunked(method, path, headersFor(body.type), inPieces));
    add(
      'body: chunks of one byte, far too many',
      chunked(method, path, headersFor(body.type), body.mostBytes + 200_000),
    );
  }
  return requests;
}

/** Requests that reach no endpoint: unknown paths, rejected heads. */
function unroutable(): HostileRequest[] {
  return [
    ...Object.entries(PATH_TEXTS).flatMap(([shape, text]) =>
      ['', '/oauth/mcp', API, `${API}/bench/shop/products`, '/backend/assets'].map((prefix) => ({
        endpoint: 'any path',
        shape: `${prefix} and ${shape}`,
        bytes: message('GET', `${prefix}${text(HEAD_BYTES - prefix.length)}`, {}),
      })),
    ),
    { endpoint: 'any path', shape: '200 headers', bytes: message('GET', '/', manyHeaders(200)) },
  ];
}

function headersFor(type: string | undefined): Record<string, string> {
  return type === undefined ? {} : { 'content-type': type };
}

function manyHeaders(count = 60): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${String(index)}`, 'a'.repeat(200)]));
}

function head(method: string, target: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: 'a', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}`;
}

function message(method: string, target: string, headers: Readonly<Record<string, string>>, body?: Buffer): Buffer {
  const length = body === undefined ? '' : `content-length: ${String(body.length)}\r\n`;
  return Buffer.concat([Buffer.from(`${head(method, target, headers)}${length}\r\n`), body ?? Buffer.alloc(0)]);
}

function chunked(method: string, target: string, headers: Readonly<Record<string, string>>, bytes: number): Buffer {
  const top = `${head(method, target, headers)}transfer-encoding: chunked\r\n\r\n`;
  return Buffer.from(`${top}${'1\r\na\r\n'.repeat(bytes)}0\r\n\r\n`);
}
