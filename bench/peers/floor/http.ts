import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refused, type Answer } from './answer.js';
import type { FloorRequest } from './routes.js';

const LONGEST_BODY = 64 * 1024;

/** Calls back with the answer once it may be sent; with undefined if the database failed. */
export type Handler = (request: FloorRequest, done: (answer: Answer | undefined) => void) => void;

/** Serves on node:http. @param ready with the port */
export function serveHttp(handle: Handler, ready: (port: number) => void): void {
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    const ask = (body?: string): void => {
      const asked = { url, contentType: headers['content-type'], authorization: headers.authorization, body };
      handle(asked, (answer) => send(response, answer));
    };
    if (request.method !== 'POST') ask();
    else {
      readBody(request, (body) => {
        if (body === undefined) send(response, refused('invalid_request', 'The body is too long.', 413));
        else ask(body);
      });
    }
  });
  server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
}

function readBody(request: IncomingMessage, done: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= LONGEST_BODY) chunks.push(chunk);
  });
  request.on('end', () => done(length > LONGEST_BODY ? undefined : Buffer.concat(chunks).toString()));
}

function send(response: ServerResponse, answer: Answer | undefined): void {
  if (answer === undefined) {
    response.writeHead(500).end();
    return;
  }
  const { status, body, location } = answer;
  const text = body === undefined ? '' : JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      ...(location !== undefined && { location }),
    })
    .end(text);
}
