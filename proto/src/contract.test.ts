import { expect } from 'chai';
import { camelCase, contractMessage, contractMessages, snakeCase } from './contract.js';
import { methodsOf, messageType } from './root.js';

describe('proto/contract', () => {
  it('has every message of our own services, and neither enums nor messages of others', () => {
    const names = contractMessages().map(({ name }) => name);
    expect(names).to.include.members([
      'gatehouse.host.v1.Client',
      'gatehouse.host.v1.StampConsentResult',
      'gatehouse.consent.v1.IssueCodeRequest',
    ]);
    expect(names).to.not.include('gatehouse.host.v1.Capability');
    for (const name of names) expect(name).to.match(/^gatehouse\./);
    expect(new Set(names).size).to.equal(names.length);
  });

  const fieldOf = (message: string, protoName: string) =>
    contractMessage(message).fields.find((field) => field.protoName === protoName);

  it('tells the kinds of fields, and what they contain', () => {
    expect(fieldOf('gatehouse.host.v1.Client', 'client_id')).to.deep.include({
      name: 'clientId',
      kind: 'text',
      repeated: false,
      optional: false,
      secret: false,
    });
    expect(fieldOf('gatehouse.host.v1.Client', 'secret_hash')).to.include({ kind: 'bytes', secret: true });
    expect(fieldOf('gatehouse.host.v1.Client', 'self_registered')).to.include({ kind: 'bool' });
    expect(fieldOf('gatehouse.host.v1.Client', 'scopes')).to.include({ kind: 'text', repeated: true });
    expect(fieldOf('gatehouse.host.v1.Client', 'registered_at')).to.include({
      kind: 'message',
      message: 'google.protobuf.Timestamp',
    });
    expect(fieldOf('gatehouse.host.v1.AdminPage', 'size')).to.include({ kind: 'number' });
    const method = fieldOf('gatehouse.host.v1.Client', 'token_endpoint_auth_method');
    expect(method).to.include({ kind: 'enum' }).and.to.not.have.property('message');
    expect([...(method?.values ?? [])])
      .to.include('TOKEN_ENDPOINT_AUTH_METHOD_NONE')
      .and.not.include('TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED');
  });

  it('tells a member of a oneof from an optional field', () => {
    expect(fieldOf('gatehouse.host.v1.AdminColumn', 'max_length'))
      .to.include({ optional: true })
      .and.to.not.have.property('oneof');
    expect(fieldOf('gatehouse.host.v1.Operation', 'find_code')).to.include({ optional: false, oneof: 'operation' });
    expect(contractMessage('gatehouse.host.v1.AdminColumn').oneofs).to.deep.equal([]);
    expect(contractMessage('gatehouse.host.v1.Cell').oneofs).to.deep.equal([{ name: 'value', required: true }]);
  });

  it('knows messages of protobuf itself', () => {
    expect(contractMessage('google.protobuf.Timestamp').fields.map(({ name }) => name)).to.deep.equal([
      'seconds',
      'nanos',
    ]);
  });

  it('has no other services and messages', () => {
    expect(() => methodsOf('gatehouse.host.v1.Nothing')).to.throw(
      'the contract has no service gatehouse.host.v1.Nothing',
    );
    for (const time of ['once', 'again'])
      expect(() => messageType('gatehouse.host.v1.Nothing'), time).to.throw(
        'the contract has no message gatehouse.host.v1.Nothing',
      );
  });

  it('writes the name of a field as either side does', () => {
    for (const [proto, own] of [
      ['client_id', 'clientId'],
      ['a_b_c', 'aBC'],
      ['plain', 'plain'],
    ] as const) {
      expect(camelCase(proto)).to.equal(own);
      expect(snakeCase(own)).to.equal(proto);
    }
  });
});
