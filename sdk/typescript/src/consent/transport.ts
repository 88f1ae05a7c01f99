import type { ClientTls } from '@gatehouse/proto/channel';
import { openClient, QUICK_RECONNECT } from '@gatehouse/proto/channel';
import { ConnectClient } from '@gatehouse/proto/connect-client';
import type { CallMetadata } from '@gatehouse/proto/metadata';
import { bearer, outgoingHeaders, outgoingMetadata } from '@gatehouse/proto/metadata';
import type { Rpc } from '@gatehouse/proto/rpc';
import { milliseconds } from '../shared/duration.js';
import type { Address } from '../wire/address.js';
import { isLocal, isLocalUrl } from '../wire/address.js';
import type { ConsentClientOptions, ConsentTls } from './consent-options.js';
import type { Failure } from './errors.js';

/** How the calls of a consent client reach Gatehouse: over gRPC or over HTTP. */
export interface ConsentTransport {
  /** Never rejects. */
  send(
    rpc: Pick<Rpc<never, never>, 'path' | 'requestName' | 'responseName'>,
    request: Buffer,
    metadata: CallMetadata,
  ): Promise<Buffer | Failure>;
  close(): void;
}

/** Simultaneous calls beyond this wait for a connection. */
const MAX_CONNECTIONS = 64;

/** Throws for options that contradict each other or would send the token to another machine in plain text. */
export function transportOf({ address, url, token, tls, timeout = '5s' }: ConsentClientOptions): ConsentTransport {
  const timeoutMs = milliseconds(timeout, 'timeout');
  const authorization = bearer(token);
  if (url !== undefined) {
    if (address !== undefined) throw new Error('set either address or url, not both');
    if (!/^https?:/.test(url) || !URL.canParse(url)) throw new Error(`url: ${url} is not an http or https URL`);
    const isPlain = url.startsWith('http:');
    if (isPlain && tls !== undefined) throw new Error('tls is set, but url begins with http; use https');
    if (isPlain && token !== undefined && !isLocalUrl(url)) refuse(url, 'use https');
    return overHttp(url, authorization, tls, timeoutMs);
  }
  if (address === undefined) throw new Error('set address or url: where Gatehouse serves the consent operations');
  if (!isLocal(address) && token !== undefined && tls === undefined) refuse(address, 'set tls');
  return overGrpc(address, authorization, tls, timeoutMs);
}

function refuse(where: string, instead: string): never {
  throw new Error(`refusing to send the shared token to ${where} without TLS; ${instead}`);
}

function overGrpc(
  address: Address,
  authorization: string | undefined,
  tls: ConsentTls | undefined,
  timeoutMs: number,
): ConsentTransport {
  const client = openClient(address, tls && clientTls(tls), QUICK_RECONNECT);
  return {
    send: ({ path }, request, call) =>
      new Promise((resolve) => {
        const metadata = outgoingMetadata(call, authorization);
        const deadline = Date.now() + timeoutMs;
        client.makeUnaryRequest(path, identity, identity, request, metadata, { deadline }, (error, response) =>
          resolve(error ?? response ?? Buffer.alloc(0)),
        );
      }),
    close: () => client.close(),
  };
}

function overHttp(
  url: string,
  authorization: string | undefined,
  tls: ConsentTls | undefined,
  timeoutMs: number,
): ConsentTransport {
  const client = new ConnectClient({
    url,
    encoding: 'proto',
    maxConnections: MAX_CONNECTIONS,
    ...(tls && { tls: clientTls(tls) }),
  });
  return {
    send: (rpc, request, call) =>
      client.call(rpc, request, { headers: outgoingHeaders(call, authorization), patienceMs: timeoutMs }),
    close: () => client.close(),
  };
}

function identity(bytes: Buffer): Buffer {
  return bytes;
}

function clientTls({ ca, cert, key }: ConsentTls): ClientTls {
  return {
    ...(ca !== undefined && { rootCertificates: Buffer.from(ca) }),
    ...(cert !== undefined && { clientCertificate: Buffer.from(cert) }),
    ...(key !== undefined && { clientKey: Buffer.from(key) }),
  };
}
