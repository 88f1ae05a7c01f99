import { expect } from 'chai';
import { codecOf } from './codec.js';

const client = codecOf('gatehouse.host.v1.Client');
const operation = codecOf('gatehouse.host.v1.Operation');
const cell = codecOf('gatehouse.host.v1.Cell');
const health = codecOf('grpc.health.v1.HealthCheckResponse');
const blank = codecOf('gatehouse.host.v1.StampConsentResult');
const viewValue = codecOf('gatehouse.host.v1.ViewValue');

/** Field 1 of a client: its id. */
const ID = Buffer.from('0a026964', 'hex');

function hex(...parts: readonly string[]): Buffer {
  return Buffer.from(parts.join(''), 'hex');
}

describe('proto/codec', () => {
  it('writes and reads texts and parts of every length', () => {
    for (const length of [0, 1, 41, 42, 43, 127, 128, 16_383, 16_384, 200_000]) {
      for (const letter of ['a', 'ä', '€', '🙂']) {
        const message = { clientId: letter.repeat(length), scopes: ['', letter.repeat(length)] };
        expect(client.decode(client.encode(message))).to.include({ clientId: message.clientId });
        expect(client.decode(client.encode(message)))
          .to.have.property('scopes')
          .that.deep.equals(message.scopes);
        const nested = operation.decode(operation.encode({ createClient: { client: message } }));
        expect(nested).to.have.nested.property('createClient.client.clientId', message.clientId);
      }
    }
  });

  it('keeps every integer of 64 bits, as text and as number', () => {
    for (const text of ['0', '1', '127', '128', '9007199254740991', '9007199254740993', '9223372036854775807', '-1']) {
      expect(cell.decode(cell.encode({ int64Value: text }))).to.deep.equal({ int64Value: text, value: 'int64Value' });
    }
    expect(cell.decode(cell.encode({ int64Value: '-9223372036854775808' }))).to.have.property(
      'int64Value',
      '-9223372036854775808',
    );
    for (const number of [0, 1.9, -1.9, 2 ** 32, Number.MAX_SAFE_INTEGER, -5, -(2 ** 40)])
      expect(cell.decode(cell.encode({ int64Value: number }))).to.have.property(
        'int64Value',
        String(Math.trunc(number)),
      );
  });

  it('keeps every double, bit for bit', () => {
    for (const number of [-0.5, 1e300, 5e-324, -0, Infinity, -Infinity, NaN]) {
      const read = cell.decode(cell.encode({ doubleValue: number })) as { doubleValue: number };
      expect(Object.is(read.doubleValue, number), String(number)).to.equal(true);
    }
    expect(() => cell.decode(hex('21', '00'.repeat(7))), 'seven bytes').to.throw(RangeError);
  });

  it('reads a bool that is any varint but zero, in any number of bytes', () => {
    const { length } = client.encode({ selfRegistered: true });
    const tag = client.encode({ selfRegistered: true }).toString('hex', 0, length - 1);
    for (const set of ['01', '02', '8001', '8080808001', '8080808010', '80808080808080808001', 'ffffffffffffffffff01'])
      expect(client.decode(hex(tag, set)), set).to.have.property('selfRegistered', true);
    for (const unset of ['00', '8000', '8080808000', '808080808000', '80808080808080808000'])
      expect(client.decode(hex(tag, unset)), unset).to.have.property('selfRegistered', false);
  });

  it('reads the lower bits of a varint that is too long for its type', () => {
    const closing = codecOf('gatehouse.host.v1.StreamClosing');
    expect(closing.decode(hex('08', 'ffffffffffffffffff01'))).to.deep.equal({ taken: [0xffff_ffff] });
    expect(closing.decode(hex('08', '8780808070'))).to.deep.equal({ taken: [7] });
    expect(cell.decode(hex(cell.encode({ int64Value: 1 }).toString('hex', 0, 1), '8180808080808000'))).to.have.property(
      'int64Value',
      '1',
    );
  });

  it('keeps negative numbers of 32 bits', () => {
    for (const number of [-1, -(2 ** 31), 2 ** 31 - 1])
      expect(health.decode(health.encode({ status: number }))).to.deep.equal({ status: number });
  });

  it('names the field of a value of the wrong type without the value', () => {
    const cases = [
      [() => client.encode({ scopes: 'secret' }), 'gatehouse.host.v1.Client.scopes: array expected'],
      [() => client.encode({ registeredAt: 'secret' }), 'gatehouse.host.v1.Client.registeredAt: object expected'],
      [() => cell.encode({ int64Value: 'secret' }), 'an integer of 64 bits is expected'],
      [() => client.encode([]), 'gatehouse.host.v1.Client: object expected'],
    ] as const;
    for (const [encode, message] of cases)
      expect(encode).to.throw(TypeError, message).with.property('message', message);
    expect(client.encode({ clientId: 'id' }), 'after a message that could not be written').to.deep.equal(ID);
  });

  it('writes no value that is the default, except of a oneof', () => {
    expect(
      client.encode({ clientId: '', scopes: [], selfRegistered: false, secretHash: Buffer.alloc(0) }),
    ).to.have.length(0);
    expect(health.encode({ status: 'UNKNOWN' })).to.have.length(0);
    expect(codecOf('gatehouse.host.v1.AdminPage').encode({ number: 0, size: 0 })).to.have.length(0);
    expect(codecOf('google.protobuf.Timestamp').encode({ seconds: 0, nanos: 0 })).to.have.length(0);
    expect(cell.decode(cell.encode({ stringValue: '' }))).to.deep.equal({ stringValue: '', value: 'stringValue' });
  });

  it('leaves out the name of a value that an enum does not have, and keeps its number', () => {
    expect(health.encode({ status: 'NO_SUCH_STATUS' })).to.have.length(0);
    expect(health.decode(health.encode({ status: 99 }))).to.deep.equal({ status: 99 });
    const description = codecOf('gatehouse.host.v1.DescribeResponse');
    const capabilities = ['CAPABILITY_BACKEND', 'NO_SUCH_CAPABILITY', 99];
    expect(description.decode(description.encode({ capabilities })), 'a list keeps its length')
      .to.have.property('capabilities')
      .that.deep.equals(['CAPABILITY_BACKEND', 'CAPABILITY_UNSPECIFIED', 99]);
  });

  it('skips fields that it does not know, of every wire type, and known fields of another type', () => {
    const varint = 'f83e01';
    const eight = 'f93e0102030405060708';
    const text = 'fa3e026869';
    const group = 'fb3e08010b0c' + 'fc3e';
    const four = 'fd3e01020304';
    for (const unknown of [varint, eight, text, group, four, '080a'])
      expect(client.decode(hex(unknown, '0a026964', unknown)), unknown).to.have.property('clientId', 'id');
  });

  it('takes the last member of a oneof, and the last value of a field', () => {
    const [first, last] = [cell.encode({ stringValue: 'first' }), cell.encode({ int64Value: 5 })];
    expect(cell.decode(Buffer.concat([first, last]))).to.deep.equal({ int64Value: '5', value: 'int64Value' });
    expect(client.decode(Buffer.concat([client.encode({ clientId: 'first' }), ID]))).to.have.property('clientId', 'id');
  });

  it('reads lists of numbers packed and unpacked', () => {
    const closing = codecOf('gatehouse.host.v1.StreamClosing');
    const message = { taken: [0, 1, 300, 0xffff_ffff] };
    expect(closing.decode(closing.encode(message))).to.deep.equal(message);
    expect(closing.decode(hex('0801', '08ac02'))).to.deep.equal({ taken: [1, 300] });
  });

  it('rejects every message that ends too early, and parts that reach beyond the part around them', () => {
    const whole = operation.encode({
      createClient: { client: { clientId: 'x'.repeat(200), registeredAt: { seconds: 5 }, scopes: ['a', 'b'] } },
    });
    const inner = operation.decode(whole);
    expect(inner).to.have.property('operation', 'createClient');
    for (let length = 1; length < whole.length; length += 1)
      expect(
        errorOf(() => operation.decode(whole.subarray(0, length))),
        String(length),
      ).to.be.instanceof(RangeError);
    // A client of two bytes with an id of five, which the bytes after it would fill.
    expect(() => operation.decode(hex('0a04', '0a02', '0a05', '0a026964'))).to.throw(RangeError);
    for (const broken of ['0a', '0affffffffff', 'ffffffffffffffffffff01', '0f', '0afeffffff0f'])
      expect(() => client.decode(hex(broken)), broken).to.throw(RangeError);
  });

  it('rejects messages and groups that are nested too deeply, in both directions', () => {
    let deep: object = { recordModel: 'x' };
    for (let depth = 0; depth < 200; depth += 1) deep = { list: { items: [deep] } };
    expect(() => viewValue.encode(deep)).to.throw(RangeError, 'nested deeper');
    expect(() => client.decode(Buffer.alloc(10_000, 0x0b))).to.throw(RangeError, 'nested deeper');
    // A list that has a list as its item, and so on.
    let bytes: Uint8Array = Buffer.alloc(0);
    for (let depth = 0; depth < 200; depth += 1) {
      const tag = viewValue.encode({ list: { items: [{}] } });
      bytes = wrapped(tag, bytes);
    }
    expect(() => viewValue.decode(Buffer.from(bytes))).to.throw(RangeError, 'nested deeper');
  });

  it('takes messages and groups of 100 levels, and no more', () => {
    /** Lists inside lists; two levels for each. */
    const nested = (levels: number): object => {
      let value: object = levels % 2 === 0 ? {} : { list: {} };
      for (let level = 0; level < Math.floor(levels / 2); level += 1) value = { list: { items: [value] } };
      return value;
    };
    expect(viewValue.decode(viewValue.encode(nested(100)))).to.have.property('value', 'list');
    expect(() => viewValue.encode(nested(101))).to.throw(RangeError, 'nested deeper than 100 levels');
    const group = (levels: number) => Buffer.concat([Buffer.alloc(levels, 0x0b), Buffer.alloc(levels, 0x0c)]);
    expect(client.decode(Buffer.concat([group(101), ID]))).to.have.property('clientId', 'id');
    expect(() => client.decode(group(102))).to.throw(RangeError, 'nested deeper than 100 levels');
  });

  it('writes numbers in as few bytes as protobuf does', () => {
    const closing = codecOf('gatehouse.host.v1.StreamClosing');
    const taken = { taken: [0, 127, 128, 16_383, 16_384, 0xffff_ffff] };
    expect(closing.encode(taken).toString('hex')).to.equal(
      '0a0e' + '00' + '7f' + '8001' + 'ff7f' + '808001' + 'ffffffff0f',
    );
    const [tag] = cell.encode({ int64Value: 1 });
    for (const [number, bytes] of [
      ['127', '7f'],
      ['128', '8001'],
      ['9007199254740991', 'ffffffffffffff0f'],
      ['9007199254740992', '8080808080808010'],
      ['-1', 'ffffffffffffffffff01'],
      ['9223372036854775807', 'ffffffffffffffff7f'],
    ] as const) {
      const written = cell.encode({ int64Value: number }).toString('hex');
      expect(written, number).to.equal(Buffer.from([tag!]).toString('hex') + bytes);
    }
  });

  it('ends a list of numbers at the end of its part', () => {
    const closing = codecOf('gatehouse.host.v1.StreamClosing');
    expect(() => closing.decode(hex('0a02', '0180'))).to.throw(RangeError);
    expect(closing.decode(hex('0a01', '05', '0a00', '0a02', '0607'))).to.deep.equal({ taken: [5, 6, 7] });
  });

  it('writes long messages after one another, and short ones after them', () => {
    for (const length of [65_532, 65_533, 65_534, 65_535, 65_536, 131_072, 1_000_000, 1]) {
      const secretHash = Buffer.alloc(length, 7);
      const read = client.decode(client.encode({ secretHash, clientId: 'id' })) as { secretHash: Buffer };
      expect(read).to.have.property('clientId', 'id');
      expect(read.secretHash.equals(secretHash), String(length)).to.equal(true);
    }
  });

  it('ignores the fields of a message without any', () => {
    expect(blank.decode(hex('0a026964'))).to.deep.equal({});
  });
});

/** The thrown value, of any type. */
function errorOf(decode: () => unknown): unknown {
  try {
    return decode();
  } catch (error) {
    return error;
  }
}

/** The inner message inside the innermost, empty one of a list of one item. */
function wrapped(outer: Buffer, inner: Uint8Array): Buffer {
  const [listTag = 0, , itemTag = 0] = outer;
  const item = Buffer.concat([Buffer.from([itemTag]), varint(inner.length), inner]);
  return Buffer.concat([Buffer.from([listTag]), varint(item.length), item]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}
