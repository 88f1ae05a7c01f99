import { Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';
import { servePreparations } from './peer.js';

/** A grpc-js unary call that does nothing: the cost of one hop between two processes. */
const pass = (bytes: Buffer): Buffer => bytes;

export const ECHO = {
  echo: {
    path: '/bench.Echo/Echo',
    requestStream: false,
    responseStream: false,
    requestSerialize: pass,
    requestDeserialize: pass,
    responseSerialize: pass,
    responseDeserialize: pass,
  },
} satisfies ServiceDefinition;

function serveEcho(): void {
  const server = new Server();
  server.addService(ECHO, {
    echo: (call: { request: Buffer }, answer: (error: null, bytes: Buffer) => void) => answer(null, call.request),
  });
  server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) throw error;
    servePreparations({ port }, () => Promise.resolve([]));
  });
}

if (process.argv[1]?.endsWith('grpc-echo.js') === true) serveEcho();
