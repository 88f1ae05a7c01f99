import type { BackendServiceHandlers } from '@gatehouse/proto/generated/gatehouse/host/v1/BackendService';
import type { ResolveUserRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ResolveUserRequest';
import type { ResolveUserResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/ResolveUserResponse';
import type { SignInServiceHandlers } from '@gatehouse/proto/generated/gatehouse/host/v1/SignInService';
import type { StreamedOutcome } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedOutcome';
import type { StreamedTransaction__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedTransaction';
import type { TransactStreamRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamRequest';
import type { TransactStreamResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamResponse';
import { MAX_DISPLAY_NAME, MAX_TRANSACTIONS_PER_MESSAGE, MAX_USER_ID } from '@gatehouse/proto/limits';
import { batches, listOf } from '@gatehouse/proto/message';
import { incomingContext, validRequestId } from '@gatehouse/proto/metadata';
import type { StreamServerProtocol } from '@gatehouse/proto/stream-server';
import { Unavailable } from '../ports/errors.js';
import type { SignIn, SignInOutcome } from '../ports/sign-in.js';
import type { Logger } from '../shared/logger.js';
import { OutageLog } from '../shared/outage-log.js';
import { deadlineOfCall, deadlineOfStreamed, describeError, toRpcFault } from '../wire/call.js';
import type { Outcome } from '../wire/over-bytes.js';
import type { TransactionOutcome, Transactor } from './transactor.js';

export function serveTransact(transactor: Transactor): BackendServiceHandlers['Transact'] {
  return (call, callback) => {
    const answer = async (): Promise<void> => {
      const outcome = await transactor.run(call.request, {
        requestId: incomingContext(call.metadata).requestId,
        deadline: deadlineOfCall(call.getDeadline()),
        isCancelled: () => call.cancelled,
      });
      if ('fault' in outcome) callback({ code: outcome.fault.code, details: outcome.fault.message });
      else callback(null, outcome.response);
    };
    void answer();
  };
}

/** BackendService.TransactStream: transactions, each independent of the others. */
export function transactStreamProtocol(
  transactor: Transactor,
): StreamServerProtocol<
  TransactStreamRequest__Output,
  TransactStreamResponse,
  StreamedTransaction__Output,
  StreamedOutcome
> {
  return {
    items: ({ transactions }) => transactions,

    messages: (answers) =>
      batches(answers, MAX_TRANSACTIONS_PER_MESSAGE).map((outcomes): TransactStreamResponse => ({ outcomes })),

    closing: (taken): TransactStreamResponse => ({ outcomes: [], closing: { taken: listOf(taken) } }),

    async run({ id, request, timeout, requestId }, _cancellation, waitedMs): Promise<StreamedOutcome> {
      const outcome = await transactor.run(request, {
        requestId: validRequestId(requestId),
        deadline: deadlineOfStreamed(timeout, waitedMs),
        isCancelled: () => false,
      });
      return toStreamedOutcome(id, outcome);
    },

    fault: (id, code, message): StreamedOutcome => ({ id, fault: { code, message } }),
  };
}

function toStreamedOutcome(id: number, outcome: TransactionOutcome): StreamedOutcome {
  if ('response' in outcome) return { id, response: outcome.response };
  return { id, fault: { code: outcome.fault.code, message: outcome.fault.message } };
}

export function serveResolveUser(signIn: SignIn, logger: Logger): SignInServiceHandlers['ResolveUser'] {
  const resolve = resolveUser(signIn, logger);
  return (call, callback) => {
    void resolve(call.request, incomingContext(call.metadata)).then((outcome) => {
      if ('fault' in outcome) callback({ code: outcome.fault.code, details: outcome.fault.message });
      else callback(null, outcome.response);
    });
  };
}

/** SignInService.ResolveUser over any transport. Never rejects. */
export function resolveUser(
  signIn: SignIn,
  logger: Logger,
): (
  request: ResolveUserRequest__Output,
  call: { readonly requestId: string },
) => Promise<Outcome<ResolveUserResponse>> {
  // Everyone on the internet can ask for it.
  const outage = new OutageLog(logger, {
    lost: 'failed to determine who is signed in; counting further failures',
    stillLost: 'it can still not be determined who is signed in',
    back: 'it can be determined again who is signed in',
  });
  return async (request, { requestId }) => {
    try {
      const { cookie, authorization, returnTo } = request;
      const response = toResponse(await signIn.resolveUser({ cookie, authorization, returnTo }));
      outage.succeeded();
      return { response };
    } catch (error) {
      const fault = toRpcFault(error);
      const fields = () => ({
        requestId,
        status: fault.code,
        error: describeError(error, 'gatehouse.host.v1.ResolveUserRequest', request),
      });
      if (error instanceof Unavailable) outage.failed(fields);
      else logger.error(fields(), 'sign-in failed');
      return { fault };
    }
  };
}

function toResponse(outcome: SignInOutcome): ResolveUserResponse {
  if ('signInUrl' in outcome) return { signInUrl: outcome.signInUrl };
  const { userId, displayName } = outcome;
  if (userId === '' || userId.length > MAX_USER_ID) {
    throw new Error(`SignIn.resolveUser returned a userId that does not have 1 to ${MAX_USER_ID} characters`);
  }
  return { user: { userId, displayName: displayName.slice(0, MAX_DISPLAY_NAME) } };
}
