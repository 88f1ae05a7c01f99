import { status } from '@grpc/grpc-js';
import { statusName } from '../backend.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createCode, findCode, spendCode } from '../operations.js';
import { newHash, newId } from '../records.js';
import { StreamTransport } from '../stream-transport.js';
import { RpcStatus } from '../transport.js';

export const streamIndependence: Check = {
  name: 'stream/independence',
  citation: 'backend.proto: TransactStream, "each is independent of the others"',
  on: 'stream',
  run: async ({ backend, connection }) => {
    const [first, last] = [backend.newCode(), backend.newCode()];
    const stream = new StreamTransport(connection);
    const settled = await Promise.allSettled(
      stream.sendTogether([
        { operations: [createCode(first)] },
        { operations: [spendCode(newHash(), newId())] },
        { operations: [findCode(Buffer.alloc(31))] },
        { operations: [createCode(last)] },
      ]),
    );
    const got = settled.map((outcome) => {
      if (outcome.status === 'fulfilled') return outcome.value.committed ? 'committed' : 'aborted';
      return outcome.reason instanceof RpcStatus ? statusName(outcome.reason.code) : 'no answer';
    });
    const expected = ['committed', 'aborted', statusName(status.INVALID_ARGUMENT), 'committed'];
    expectThat(
      got.join() === expected.join(),
      expected.join(', '),
      got.join(', '),
      'A transaction that fails is answered with a fault of its own; the others, and the stream, go on.',
    );
    const stored = [first, last].map(async ({ codeHash }) => (await backend.code(codeHash)) !== null);
    expectThat(
      (await Promise.all(stored)).every(Boolean),
      'both codes are stored',
      'one is missing',
      'Commit each transaction by itself.',
    );
    const after = await stream.send({ operations: [findCode(first.codeHash)] });
    expectThat(
      !!after.committed,
      'the stream goes on after a fault',
      'it does not',
      'End the stream only to shut down.',
    );
    stream.close();
  },
};
