import { expect } from 'chai';
import { sendableCells, tooLongWrite } from './record-size.js';

const MIB = 1024 * 1024;
const text = (bytes: number, character = 'x') => ({
  stringValue: character.repeat(bytes / Buffer.byteLength(character)),
});

describe('the size of a record (admin_record.proto: "A record that was written can be read")', () => {
  it('sends what fits as it is', () => {
    const cells = [
      text(MIB),
      { jsonValue: `"${'x'.repeat(MIB)}"` },
      { bytesValue: Buffer.alloc(MIB / 2) },
      { nullValue: true },
    ];
    expect(sendableCells(cells)).to.deep.equal(cells);
  });

  it('sends the longest values as invalid ones, until the others fit', () => {
    const [first, second, third] = sendableCells([text(MIB), text(2 * MIB), { int64Value: '1' }]);
    expect(first).to.deep.equal(text(MIB));
    expect(second).to.deep.equal({ invalidValue: { raw: `${'x'.repeat(499)}…` } });
    expect(third).to.deep.equal({ int64Value: '1' });
  });

  it('counts bytes, not characters, and related records as well', () => {
    const related = { related: { records: [{ id: '1', value: text(2 * MIB) }] } };
    for (const [cells, relations] of [
      [[text(3 * MIB, 'ä')], []],
      [[{ bytesValue: Buffer.alloc(3 * MIB) }], []],
      [[text(MIB)], [related]],
    ] as const) {
      expect(sendableCells(cells, relations)[0]).to.have.property('invalidValue');
    }
  });

  it('blames the longest written value for a record that would fit without what was written', () => {
    const cells = [text(2 * MIB), text(MIB), text(16)];
    const names = ['stored', 'long', 'short'];
    expect(tooLongWrite(names, cells, new Set(['long', 'short']))).to.equal('long');
    expect(tooLongWrite(names, [text(MIB), text(MIB), text(16)], new Set(['long', 'short']))).to.equal(undefined);
  });

  it('does not blame a write for what was too long before', () => {
    const names = ['stored', 'short'];
    expect(tooLongWrite(names, [text(4 * MIB), text(16)], new Set(['short']))).to.equal(undefined);
    expect(tooLongWrite(names, [text(4 * MIB), text(5 * MIB)], new Set(['short']))).to.equal('short');
  });
});
