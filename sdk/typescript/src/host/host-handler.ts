import type { ConnectMethod } from '@gatehouse/proto/connect-server';
import { connectHandler } from '@gatehouse/proto/connect-server';
import type { DescribeResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { NamedMessages } from '@gatehouse/proto/rpc';
import { messageNames } from '@gatehouse/proto/rpc';
import { backendService, hostService, signInService } from '@gatehouse/proto/services';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { adminServices } from '../admin/rpc/admin-services.js';
import { deadlineIn, msUntil } from '../shared/deadline.js';
import { guardedLogger, stderrLogger } from '../shared/logger.js';
import { textOf } from '../shared/thrown.js';
import type { AnswerBytes, Outcome } from '../wire/over-bytes.js';
import { overBytes } from '../wire/over-bytes.js';
import { tokenCheck } from './authentication.js';
import { describe } from './describe.js';
import type { HostOptions } from './host-options.js';
import { acceptedTokens } from './host-options.js';
import { resolveUser } from './serve-oauth.js';
import { Transactor } from './transactor.js';

/** The options of createHostHandler: those of createHost without the listener, and with a token that is not optional. */
export interface HostHandlerOptions extends Omit<HostOptions, 'address' | 'tls' | 'token' | 'drainTimeout'> {
  /**
   * Shared token that callers must send. Always required, because the handler may be mounted on a public server, where
   * anybody can call it. At least 16 characters; generate it from 32 random bytes.
   */
  readonly token: string;
}

/**
 * Middleware for any Node HTTP server. Answers requests whose path ends with "/gatehouse.host.v1.…/…"; for any other it
 * calls `next`, or answers 404 if there is none.
 */
export type HostHandler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** As gRPC servers accept by default. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/**
 * Makes an application a host of Gatehouse over HTTP, on the server that it already has: Gatehouse is configured with
 * `host.url`, the URL below which the handler is mounted. Mount it before every body parser.
 *
 * @throws {Error} if an option is not valid
 */
export function createHostHandler(options: HostHandlerOptions): HostHandler {
  const { backend, signIn, admin } = options;
  const tokens = acceptedTokens(options);
  const logger = guardedLogger(options.logger ?? stderrLogger);
  const description: Outcome<DescribeResponse> = { response: describe(options, 'HTTP') };
  const methods: ConnectMethod[] = [
    connectMethod(
      hostService.Describe,
      overBytes(hostService.Describe, logger, () => Promise.resolve(description)),
    ),
  ];
  if (backend) {
    const transactor = new Transactor(backend, logger);
    const transact = overBytes(backendService.Transact, logger, (request, { requestId, deadline, signal }) =>
      transactor.run(request, { requestId, deadline, isCancelled: () => signal.aborted }),
    );
    methods.push(connectMethod(backendService.Transact, transact));
  }
  if (signIn) {
    const resolve = overBytes(signInService.ResolveUser, logger, resolveUser(signIn, logger));
    methods.push(connectMethod(signInService.ResolveUser, resolve));
  }
  if (admin) {
    for (const { definition, rpcs } of adminServices(admin, logger)) {
      // The index signature of grpc-js hides that the loader names the messages.
      for (const [name, method] of Object.entries(definition as object) as [string, NamedMessages][]) {
        const rpc = rpcs[name];
        if (rpc !== undefined) methods.push(connectMethod(method, rpc.streamed));
      }
    }
  }
  const handle = connectHandler({
    methods,
    isAllowed: tokenCheck(tokens),
    maxMessageBytes: MAX_MESSAGE_BYTES,
    onError: (error) => logger.error({ error: textOf(error) }, 'a call of Gatehouse failed'),
  });

  return (request, response, next) => {
    if (handle(request, response)) return;
    if (next !== undefined) next();
    else response.writeHead(404).end();
  };
}

function connectMethod(method: NamedMessages, answer: AnswerBytes): ConnectMethod {
  return {
    path: method.path,
    ...messageNames(method),
    answer: (request, { metadata, deadline, signal }) =>
      answer(request, { requestId: metadata.requestId, deadline: deadlineIn(msUntil(deadline)), signal }),
  };
}
