import type { StreamServerProtocol } from '@gatehouse/proto/stream-server';
import { status } from '@grpc/grpc-js';

/**
 * A protocol of a stream whose messages are encoded before they are written. An answer that has no encoding, since a store of the
 * application returned a value of the wrong type, becomes a fault: written, it would end the stream, and with it all other calls.
 *
 * @param log the same as `encode`, but also logs what cannot be encoded
 */
export function encodedMessages<Request, Response, Item, Answer extends { readonly id?: number | undefined }>(
  protocol: StreamServerProtocol<Request, Response, Item, Answer>,
  encode: (message: Response) => Buffer,
  log: (message: Response) => Buffer,
): StreamServerProtocol<Request, Buffer, Item, Answer> {
  const alone = (answer: Answer): Buffer[] => {
    try {
      return protocol.messages([answer]).map(log);
    } catch {
      const fault = protocol.fault(answer.id ?? 0, status.INTERNAL, 'the response cannot be encoded');
      return protocol.messages([fault]).map(encode);
    }
  };
  return {
    ...protocol,
    messages: (answers) => {
      try {
        return protocol.messages(answers).map(encode);
      } catch {
        return answers.flatMap(alone);
      }
    },
    closing: (taken) => encode(protocol.closing(taken)),
  };
}
