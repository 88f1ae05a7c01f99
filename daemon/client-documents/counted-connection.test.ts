import { expect } from 'chai';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { CountedConnection } from './counted-connection.js';

describe('client documents: a connection whose incoming bytes are counted (docs/security.md)', () => {
  for (const [what, chunks, passed] of [
    ['as many bytes as it may', ['xxxx', 'xxxxxx'], 10],
    ['one byte more', ['xxxx', 'xxxxxxx'], 4],
    ['as many pieces as it may', ['x', 'x', 'x'], 3],
    ['one piece more', ['x', 'x', 'x', 'x'], 3],
  ] as const) {
    const isTooMuch = chunks.join('').length > passed;
    it(`${isTooMuch ? 'ends at' : 'passes on'} ${what}`, () => {
      const socket = new PassThrough();
      let exceeded = 0;
      const limits = { bytes: 10, pieces: 3 };
      const connection = new CountedConnection(socket as unknown as Socket, limits, () => void (exceeded += 1));
      for (const chunk of chunks) socket.emit('data', Buffer.from(chunk));
      expect([exceeded > 0, socket.destroyed, connection.readableLength]).to.deep.equal([isTooMuch, isTooMuch, passed]);
      connection.destroy();
    });
  }
});
