import type { IncomingMessage } from 'node:http';

/**
 * Waits until the body of a request is there, or as much of it as node:http keeps unread.
 *
 * @param late called in place of `arrived` after `patienceMs`
 * @returns ends the waiting; then neither is called
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
  // To listen for "readable" reads nothing by itself: the stream stays paused, and fills up.
  request.on('readable', look);
  return cancel;
}
