import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Network } from '../../daemon/client-documents/network.js';
import { run } from './child.js';
import { tempDir } from './temp-dir.js';

/** The addresses that the name of a client's website resolves to, in a world where only loopback is reachable. */
export const HOST_NAME = 'client.test';

/** A website with a certificate for HOST_NAME from an authority that only its `network` trusts. */
export interface DocumentsServer {
  readonly origin: string;
  /** Resolves HOST_NAME to the server, so that this network alone may reach loopback. */
  readonly network: Network;
  /** Requests so far, oldest first. */
  readonly requests: readonly IncomingMessage[];
  /** TCP connections so far, with or without a request. */
  connections(): number;
  answerWith(listener: RequestListener): void;
  close(): Promise<void>;
}

export async function startDocumentsServer(): Promise<DocumentsServer> {
  const { key, cert } = await certificateFor(HOST_NAME);
  const requests: IncomingMessage[] = [];
  let connections = 0;
  let listener: RequestListener = (_request, response) => response.writeHead(404).end();
  const server = createServer({ key, cert }, (request, response) => {
    requests.push(request);
    listener(request, response);
  });
  server.on('connection', () => connections++);
  // Some tests check that a client rejects our certificate.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    origin: `https://${HOST_NAME}:${port}`,
    network: {
      resolve: async () => ['127.0.0.1'],
      mayConnectTo: (address) => address === '127.0.0.1',
      certificateAuthority: cert,
    },
    requests,
    connections: () => connections,
    answerWith: (next) => (listener = next),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

export function sendJsonDocument(
  response: ServerResponse,
  document: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document));
}

export async function certificateFor(hostName: string) {
  const directory = tempDir('certificate');
  const [keyFile, certFile] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${hostName}`, '-addext', `subjectAltName=DNS:${hostName}`];
  await run('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', certFile]);
  return { keyFile, certFile, key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
}
