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

  it('rejects a message above the limit by its header, before its bytes arrive', () => {
    const reader = new FrameReader(299, () => undefined);
    expect(() => reader.push(bytes)).to.throw(RangeError, '300 bytes, more than 299');
    const alone = new FrameReader(9, () => undefined);
    expect(() => alone.push(Buffer.from([0, 0xff, 0xff, 0xff, 0xff]))).to.throw(RangeError);
  });
});
