import type { IncomingMessage } from 'node:http';

/**
 * Waits until the body of a request has arrived, or as much of it as node:http buffers unread.
 *
 * @param late called instead of `arrived` after `patienceMs`
 * @returns a function that ends the wait; then neither is called
 */
export function whenBodyArrived(
  request: IncomingMessage,
  patienceMs: number,
  arrived: () => void,
  late: () => void,
): () => void {
  const cancel = (): void => {
    clearTimeout(timer);
    request.off('readable', look);
  };
  const timer = setTimeout(() => {
    cancel();
    late();
  }, patienceMs);
  const look = (): void => {
    if (!request.complete && request.readableLength < request.readableHighWaterMark) return;
    cancel();
    arrived();
  };
  // Listening for "readable" reads nothing: the stream stays paused, and fills up.
  request.on('readable', look);
  return cancel;
}
