import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { startProxy } from '../broken/proxy.js';
import { serve } from '../broken/serve.js';
import { newSqlite } from '../conformance/sdk-databases.js';
import type { Mutant } from './mutant.js';

/** Mutants in the shape of answers: each changes the response of every transaction. */
function answers(
  name: string,
  likely: readonly string[],
  change: (response: TransactResponse__Output) => void,
): Mutant {
  return {
    half: 'oauth',
    name,
    likely,
    serve: async () =>
      startProxy(await serve(newSqlite), {
        response(response) {
          change(response);
          return response;
        },
      }),
  };
}

export const ANSWER_MUTANTS: readonly Mutant[] = [
  answers('an abort names the operation after', ['transaction/abort-named'], ({ aborted }) => {
    if (aborted) aborted.operationIndex += 1;
  }),
  answers('an abort always names the first operation', ['transaction/abort-named'], ({ aborted }) => {
    if (aborted) aborted.operationIndex = 0;
  }),
  answers('an abort has no reason', ['transaction/abort-named'], ({ aborted }) => {
    if (aborted) aborted.reason = 'ABORT_REASON_UNSPECIFIED';
  }),
  answers('an abort has a public reason that was not requested', ['transaction/'], ({ aborted }) => {
    if (aborted) aborted.publicReason = 'The code is spent.';
  }),
  answers('results are in reverse order', ['transaction/'], ({ committed }) => {
    committed?.results.reverse();
  }),
  answers('the last result is missing', ['transaction/'], ({ committed }) => {
    committed?.results.pop();
  }),
  answers('results of operations that only write are missing', ['transaction/'], ({ committed }) => {
    if (committed) committed.results = committed.results.filter(({ result }) => result?.startsWith('find') === true);
  }),
  answers('a transaction has no outcome', ['transaction/'], (response) => {
    delete response.committed;
    delete response.aborted;
  }),
];
