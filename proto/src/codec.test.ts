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
    for (const number of [0, 1.9, 2 ** 32, Number.MAX_SAFE_INTEGER, -5, -(2 ** 40)])
      expect(cell.decode(cell.encode({ int64Value: number }))).to.have.property(
        'int64Value',
        String(Math.trunc(number)),
      );
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
    expect(cell.decode(cell.encode({ stringValue: '' }))).to.deep.equal({ stringValue: '', value: 'stringValue' });
  });

  it('leaves out the name of a value that an enum does not have, and keeps its number', () => {
    expect(health.encode({ status: 'NO_SUCH_STATUS' })).to.have.length(0);
    expect(health.decode(health.encode({ status: 99 }))).to.deep.equal({ status: 99 });
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
      expect(() => operation.decode(whole.subarray(0, length)), String(length)).to.throw(RangeError);
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

  it('ignores the fields of a message without any', () => {
    expect(blank.decode(hex('0a026964'))).to.deep.equal({});
  });
});

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
