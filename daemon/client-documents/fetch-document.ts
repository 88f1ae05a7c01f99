import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect as connectTcp, isIPv6, type LookupFunction } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { jsonProblem, readJson, STRANGERS_JSON } from '../core/json.js';
import { CountedConnection } from './counted-connection.js';
import type { Network } from './network.js';

/** Three times what the draft recommends (§8.7), and as much as a host stores of a client's metadata. */
export const MAX_DOCUMENT_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 8 * 1024;
/**
 * Of everything that the server sends, far above what a document needs. The bytes are those of TCP: TLS messages, head, body,
 * chunk framing, and interim responses (1xx), of which node:http reads any number. A server that sends byte by byte costs us
 * a hundred times as much as it costs the server.
 */
const MAX_RECEIVED = { bytes: 64 * 1024, pieces: 1000 };
/**
 * Of the host name. Large websites have a dozen. A stranger's name server may return thousands, of anyone, and a fetch tries
 * all that refuse its connection.
 */
const MAX_ADDRESSES = 32;
/** From the start of the name lookup to the last byte. */
const DEADLINE_MS = 5000;

export interface FetchedDocument {
  readonly document: unknown;
  /** The same as JSON. */
  readonly text: string;
  readonly headers: IncomingMessage['headers'];
}

/** The log entry for a document that was not fetched. */
class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
}

/**
 * Fetches a JSON document from a URL that a stranger chose, which risks server-side request forgery (draft §8.6). The name
 * is resolved once, every resolved address must be allowed, and the connection goes to exactly those addresses, so a name
 * that resolves differently a moment later gains nothing. The fetch follows no redirect, sends no cookie or credential,
 * decompresses nothing, and has limits on time and on what it receives. Rejects with FetchFailure, or with the error of a
 * connection, and always within the deadline.
 */
export async function fetchDocument(
  url: string,
  network: Network,
  cancelled: AbortSignal = new AbortController().signal,
  deadlineMs: number = DEADLINE_MS,
): Promise<FetchedDocument> {
  const timeout = AbortSignal.timeout(deadlineMs);
  const flood = new AbortController();
  const end = AbortSignal.any([timeout, cancelled, flood.signal]);
  try {
    const addresses = await checkedAddresses(url, network, end);
    // node:http does not report every end of a request: without the second limit, one that it forgets would wait forever.
    const response = await beforeDeadline(open(url, addresses, network, end, flood), end);
    try {
      checkHead(response);
      return { ...parse(await readBody(response)), headers: response.headers };
    } finally {
      response.destroy();
    }
  } catch (error) {
    for (const { aborted, reason } of [cancelled, flood.signal]) if (aborted) throw reason;
    throw timeout.aborted ? new FetchFailure(`it did not arrive within ${String(deadlineMs)} ms`) : error;
  }
}

/** All addresses must be public: an answer that mixes public and other addresses is an attack. */
async function checkedAddresses(url: string, network: Network, deadline: AbortSignal): Promise<readonly string[]> {
  const addresses = await beforeDeadline(network.resolve(new URL(url).hostname), deadline);
  if (addresses.length === 0) throw new FetchFailure('its host name does not resolve to an address');
  if (addresses.length > MAX_ADDRESSES)
    throw new FetchFailure(`its host name resolves to more than ${String(MAX_ADDRESSES)} addresses`);
  const forbidden = addresses.find((address) => !network.mayConnectTo(address));
  if (forbidden !== undefined)
    throw new FetchFailure(`its host name resolves to ${forbidden}, which is not a public address`);
  return addresses;
}

function open(
  url: string,
  addresses: readonly string[],
  network: Network,
  signal: AbortSignal,
  flood: AbortController,
): Promise<IncomingMessage> {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(url, {
      // A new connection, so that the fetch never reuses one that was opened to another address.
      createConnection: () => connect(new URL(url), addresses, network, flood),
      headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'gatehouse' },
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    });
    outgoing.on('response', resolve).on('error', reject);
    // Status 101: node:http then reports neither a response nor an error.
    outgoing.on('upgrade', (_response, connection) => {
      connection.destroy();
      reject(new FetchFailure('its server switched to another protocol'));
    });
    outgoing.end();
  });
}

/** Ends the fetch when the server sends more, or in more pieces, than any document takes. */
function connect(
  { hostname, port }: URL,
  addresses: readonly string[],
  network: Network,
  flood: AbortController,
): TLSSocket {
  const tcp = connectTcp({ host: hostname, port: Number(port || HTTPS_PORT), lookup: pinnedTo(addresses) });
  const counted = new CountedConnection(tcp, MAX_RECEIVED, () => {
    flood.abort(new FetchFailure('its server sends more than a document, or sends it in too many pieces'));
  });
  return connectTls({
    socket: counted,
    servername: hostname,
    ALPNProtocols: ['http/1.1'],
    // Overrides NODE_TLS_REJECT_UNAUTHORIZED in the environment: the document is the client's identity.
    rejectUnauthorized: true,
    ...(network.certificateAuthority === undefined ? {} : { ca: network.certificateAuthority }),
  });
}

const HTTPS_PORT = 443;

/** Replaces the name lookup: returns the validated addresses in whichever form net asks for. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const records = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, { all }, callback) => {
    const [first] = records;
    if (all === true) callback(null, records);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function checkHead({ statusCode, headers }: IncomingMessage): void {
  if (statusCode !== 200) throw new FetchFailure(`its server returned status ${String(statusCode)}`);
  const type = headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) throw new FetchFailure('its media type is not JSON');
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')) throw new FetchFailure('it is compressed');
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_DOCUMENT_BYTES) throw new FetchFailure(`it has more than ${String(MAX_DOCUMENT_BYTES)} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(body: Buffer): Pick<FetchedDocument, 'document' | 'text'> {
  const outcome = readJson(body, STRANGERS_JSON);
  if (typeof outcome === 'string') throw new FetchFailure(`it ${jsonProblem(outcome, STRANGERS_JSON) ?? ''}`);
  return { document: outcome.value, text: outcome.text };
}

/** A lookup cannot be cancelled; we can only stop waiting for it. */
function beforeDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (deadline.aborted) reject(deadline.reason as Error);
    deadline.addEventListener('abort', () => reject(deadline.reason as Error));
    work.then(resolve, reject);
  });
}
