import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Framing } from './request-framing.js';

/**
 * Gatehouse closes a connection whose body comes in more pieces than these, plus one for every so many bytes (docs/http.md,
 * Pieces of a body).
 */
const FREE_PIECES = 256;
const BYTES_PER_FURTHER_PIECE = 512;

/**
 * Ends the request to Gatehouse only after sending exactly the body that its head announced. Chunks that arrive together are
 * one piece.
 *
 * @param tooManyPieces called instead of sending more
 */
export function sendBody(
  request: IncomingMessage,
  upstream: ClientRequest,
  { body, length: announced }: Framing,
  tooManyPieces: () => void,
): void {
  // An empty body that a middleware has already read does not end a second time.
  if (body === 'none' || announced === 0) {
    upstream.end();
    return;
  }
  let sent = 0;
  let pieces = 0;
  const failed = (reason: string): void => void upstream.destroy(new Error(reason));
  const send = (): void => {
    while (!upstream.destroyed && !upstream.writableNeedDrain) {
      // A middleware that calls setEncoding turns pieces into texts, and each byte that is not UTF-8 into three bytes.
      const piece = request.read() as Buffer | string | null;
      if (piece === null) return;
      sent += Buffer.byteLength(piece);
      pieces += 1;
      // Surplus bytes must not reach the connection, where they would be the next request.
      if (sent > (announced ?? sent)) failed(WRONG_LENGTH);
      else if (pieces > FREE_PIECES + sent / BYTES_PER_FURTHER_PIECE) tooManyPieces();
      else upstream.write(piece);
    }
  };
  let isDue = false;
  // node:http reports each chunk of a packet in a turn of its own, and all of them before an immediate runs.
  const sendSoon = (): void => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      send();
    });
  };
  request.on('readable', sendSoon);
  upstream.on('drain', send);
  request.on('end', () => {
    if (sent === (announced ?? sent)) upstream.end();
    else failed(WRONG_LENGTH);
  });
  // Chunks that are here already cause no event.
  sendSoon();
}

const WRONG_LENGTH = 'the body does not have the announced length';
