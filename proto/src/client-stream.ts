import type { Client, Metadata, StatusObject } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';

/** One stream of messages as bytes, from the client's side, over whatever carries it. */
export interface ClientStream {
  write(message: Buffer): void;
  /** No more messages come. The server still answers, then ends the stream. */
  end(): void;
  /** Ends both directions at once. */
  cancel(): void;
}

export interface ClientStreamEvents {
  received(message: Buffer): void;
  /** Called once, after the last message. */
  ended(status: Pick<StatusObject, 'code' | 'details'>): void;
}

/** @param path of the rpc. No event comes before it returns. */
export type OpenClientStream = (path: string, events: ClientStreamEvents) => ClientStream;

/** Streams over gRPC. */
export function grpcStreams(client: Client, metadata: Metadata): OpenClientStream {
  return (path, events) => {
    const stream = client.makeBidiStreamRequest(path, identity, identity, metadata);
    stream.on('data', (message: Buffer) => events.received(message));
    // The status contains the same information; without a listener the error would end the process.
    stream.on('error', () => undefined);
    // The status may overtake messages that were received earlier but not read yet: "end" comes after the last of them.
    let drained = false;
    stream.on('end', () => (drained = true));
    stream.on('status', (ended: StatusObject) => {
      if (drained || ended.code !== status.OK) events.ended(ended);
      else stream.once('end', () => events.ended(ended));
    });
    return {
      write: (message) => void stream.write(message),
      end: () => void stream.end(),
      cancel: () => stream.cancel(),
    };
  };
}

function identity(bytes: Buffer): Buffer {
  return bytes;
}
