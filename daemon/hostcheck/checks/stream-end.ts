import { status } from '@grpc/grpc-js';
import { statusName } from '../backend.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createCode } from '../operations.js';
import { StreamTransport } from '../stream-transport.js';

export const streamEnd: Check = {
  name: 'stream/end',
  citation: 'host.proto: rule 4, "The end of a request stream means nothing but that no more will come"',
  on: 'stream',
  run: async ({ backend, connection }) => {
    const stream = new StreamTransport(connection);
    const answers = stream.sendTogether(
      Array.from({ length: 10 }, () => ({ operations: [createCode(backend.newCode())] })),
    );
    const ended = stream.end();
    const outcomes = await Promise.all(answers);
    const advice = 'Answer what was taken, then end the stream with status OK.';
    expectThat(
      outcomes.every(({ committed }) => !!committed),
      'what was sent before the end is committed and answered',
      'an abort',
      advice,
    );
    const { code } = await ended;
    expectThat(code === status.OK, 'the stream ends with OK', statusName(code), advice);
  },
};
