import { expect } from 'chai';
import { bytesOf, jsonOf } from './json.js';
import { NoJsonForm, NotTheMessage } from './not-the-message.js';
import { rpcOf } from './rpc.js';
import { backendService } from './services.js';

const REQUEST = 'gatehouse.host.v1.TransactRequest';
const transact = rpcOf(backendService.Transact);

function sweepBefore(seconds: number): Buffer {
  return transact.serialize({ operations: [{ sweepExpired: { before: { seconds, nanos: 0 } } }] });
}

describe('messages as proto3 JSON (HC-15)', () => {
  it('returns the same message from its JSON', () => {
    const json = jsonOf(REQUEST, sweepBefore(1_800_000_000));
    expect(JSON.parse(json.toString())).to.deep.equal({
      operations: [{ sweepExpired: { before: '2027-01-15T08:00:00Z' } }],
    });
    const { operations } = backendService.Transact.requestDeserialize(bytesOf(REQUEST, json));
    expect(operations[0]?.sweepExpired?.before).to.deep.equal({ seconds: '1800000000', nanos: 0 });
  });

  it('writes defaults out, for hosts without generated classes', () => {
    const empty = JSON.parse(jsonOf('gatehouse.host.v1.Client', Buffer.alloc(0)).toString()) as object;
    expect(empty).to.include({ clientId: '', selfRegistered: false });
    expect(empty).to.have.property('scopes').that.deep.equals([]);
  });

  it('ignores fields that it does not know, as the binary form does', () => {
    const json = Buffer.from('{"operations":[],"later":{"a":[1]}}');
    expect(bytesOf(REQUEST, json)).to.have.length(0);
  });

  it('rejects JSON that is not UTF-8, also inside a text that nothing reads (RFC 8259 §8.1)', () => {
    const json = Buffer.concat([Buffer.from('{"later":"'), Buffer.of(0xff), Buffer.from('"}')]);
    expect(() => bytesOf(REQUEST, json)).to.throw(
      NotTheMessage,
      /^is not the JSON of gatehouse.host.v1.TransactRequest$/,
    );
  });

  it('names the field of a wrong value', () => {
    const wrong = Buffer.from('{"operations":[{"findCode":{"codeHash":7}}]}');
    expect(() => bytesOf(REQUEST, wrong)).to.throw(NotTheMessage, /TransactRequest: see [\w.]*code_hash$/);
  });

  it('rejects the name of a message that the contract does not have', () => {
    expect(() => jsonOf('gatehouse.host.v1.Nothing', Buffer.alloc(0))).to.throw(
      'the contract has no message gatehouse.host.v1.Nothing',
    );
  });

  it('throws NoJsonForm for a time that proto3 JSON cannot express, and names its type', () => {
    expect(() => jsonOf(REQUEST, sweepBefore(253_402_300_800))).to.throw(NoJsonForm, /TransactRequest.*Timestamp/);
  });

  it('throws NotTheMessage for other JSON, and names the field, never its value', () => {
    const wrong = Buffer.from('{"operations":[{"sweepExpired":{"before":"hunter2"}}]}');
    expect(() => bytesOf(REQUEST, wrong))
      .to.throw(NotTheMessage)
      .with.property('message')
      .that.not.contains('hunter2');
    expect(() => bytesOf(REQUEST, Buffer.of(0xff))).to.throw(NotTheMessage);
  });
});
