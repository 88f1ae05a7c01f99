import type {
  WireStreamedOutcome,
  WireStreamedTransaction,
  WireStreamRequest,
  WireStreamResponse,
} from '../wire/messages.js';
import { fromWireDuration } from '../wire/time.js';
import type { StreamProtocol } from './answer-stream.js';
import { requestIdFrom } from './call-metadata.js';
import type { TransactionOutcome, Transactor } from './transactor.js';

const LONGEST_WAIT_MS = 60_000;
/** A message stays far below the 4 MB that gRPC takes by default, whatever the answers carry: a client has at most 40 kB. */
const MAX_PER_MESSAGE = 64;

/** BackendService.TransactStream: transactions, each independent of the others. */
export function transactStreamProtocol(
  transactor: Transactor,
): StreamProtocol<WireStreamRequest, WireStreamResponse, WireStreamedTransaction, WireStreamedOutcome> {
  return {
    items: ({ transactions }) => transactions,

    messages: (outcomes) =>
      Array.from({ length: Math.ceil(outcomes.length / MAX_PER_MESSAGE) }, (_, index) => ({
        outcomes: outcomes.slice(index * MAX_PER_MESSAGE, (index + 1) * MAX_PER_MESSAGE),
      })),

    closing: (taken) => ({ outcomes: [], closing: { taken } }),

    async run({ id, request, timeout, requestId }) {
      const patience = timeout === null ? LONGEST_WAIT_MS : Math.min(fromWireDuration(timeout), LONGEST_WAIT_MS);
      const outcome = await transactor.run(request, {
        requestId: requestIdFrom(requestId),
        deadline: new Date(Date.now() + patience),
        isCancelled: () => false,
      });
      return toStreamedOutcome(id, outcome);
    },

    fault: (id, code, message) => ({ id, fault: { code, message } }),
  };
}

function toStreamedOutcome(id: number, outcome: TransactionOutcome): WireStreamedOutcome {
  if ('response' in outcome) return { id, response: outcome.response };
  return { id, fault: { code: outcome.fault.code, message: outcome.fault.message } };
}
