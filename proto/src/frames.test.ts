import { expect } from 'chai';
import { ENDED, frame, FrameReader } from './frames.js';

describe('proto/frames', () => {
  const sent = [
    [0, 'one'],
    [0, ''],
    [ENDED, 'x'.repeat(300)],
    [0, 'last'],
  ] as const;
  const bytes = Buffer.concat(sent.map(([flags, text]) => frame(flags, Buffer.from(text))));

  it('finds the same frames in pieces of any size (host.proto: StreamSocket)', () => {
    for (let size = 1; size <= bytes.length; size += 1) {
      const found: [number, string][] = [];
      const reader = new FrameReader(1000, (flags, message) => found.push([flags, message.toString()]));
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
      expect(found).to.deep.equal(sent);
    }
  });

  it('hands out parts of a piece that ends with a frame, not copies, also after a frame in pieces', () => {
    const found: Buffer[] = [];
    const reader = new FrameReader(1000, (_flags, message) => found.push(message));
    for (const piece of [bytes, bytes.subarray(0, 3), bytes.subarray(3), bytes]) {
      found.length = 0;
      reader.push(piece);
    }
    expect(found).to.have.length(sent.length);
    for (const message of found) expect(message.buffer).to.equal(bytes.buffer);
    const last = found.at(-1);
    expect(last?.byteOffset).to.equal(bytes.byteOffset + bytes.length - 'last'.length);
  });

  it('takes a message at the limit, which may be raised between two messages', () => {
    const found: number[] = [];
    const reader = new FrameReader(4, (_flags, message) => {
      found.push(message.length);
      reader.maxBytes = 5;
    });
    reader.push(Buffer.concat([frame(0, Buffer.alloc(4)), frame(0, Buffer.alloc(5))]));
    expect(found).to.deep.equal([4, 5]);
    expect(() => reader.push(frame(0, Buffer.alloc(6)))).to.throw(RangeError, '6 bytes, more than 5');
  });

  it('rejects a message above the limit by its header, before its bytes arrive', () => {
    const reader = new FrameReader(299, () => undefined);
    expect(() => reader.push(bytes)).to.throw(RangeError, '300 bytes, more than 299');
    const alone = new FrameReader(9, () => undefined);
    expect(() => alone.push(Buffer.from([0, 0xff, 0xff, 0xff, 0xff]))).to.throw(RangeError);
  });
});
