import { expect } from 'chai';
import { redact, secretFields } from './secret-fields.js';

describe('contract/secret-fields', () => {
  it('reads the secret option of every message from the .proto files', () => {
    expect([...secretFields('gatehouse.host.v1.Client')]).to.deep.equal(['secretHash']);
    expect([...secretFields('gatehouse.host.v1.Code')]).to.deep.equal(['codeHash', 'grantContext']);
    expect([...secretFields('gatehouse.host.v1.ResolveUserRequest')]).to.deep.equal(['cookie', 'authorization']);
    expect([...secretFields('gatehouse.consent.v1.IssueCodeResponse')]).to.deep.equal(['redirectUrl']);
    expect([...secretFields('gatehouse.host.v1.Record')]).to.deep.equal(['cells', 'relations']);
    expect([...secretFields('gatehouse.host.v1.AdministratorCredentials')]).to.deep.equal(['passwordHash']);
    expect([...secretFields('gatehouse.host.v1.Aborted')]).to.deep.equal([]);
  });

  it('redacts secrets at any depth, in lists too, and keeps the rest', () => {
    const request = {
      operations: [
        { spendCode: { codeHash: Buffer.from('hash'), lineageId: 'lineage', at: { seconds: 7, nanos: 0 } } },
        {
          createClient: {
            client: { clientId: 'id', secretHash: Buffer.from('hash'), redirectUris: ['a', 'b'] },
            cap: 5,
          },
        },
      ],
    };
    expect(redact('gatehouse.host.v1.TransactRequest', request)).to.deep.equal({
      operations: [
        { spendCode: { codeHash: '[secret]', lineageId: 'lineage', at: { seconds: 7, nanos: 0 } } },
        { createClient: { client: { clientId: 'id', secretHash: '[secret]', redirectUris: ['a', 'b'] }, cap: 5 } },
      ],
    });
  });

  it('shows that a secret is absent, and never the value it was given', () => {
    const message = { clientId: 'id', secretHash: Buffer.alloc(0), unknownField: { deep: 'value' } };
    expect(redact('gatehouse.host.v1.Client', message)).to.deep.equal({
      clientId: 'id',
      secretHash: '',
      unknownField: '[secret]',
    });
  });

  it('refuses a name that the contract does not have', () => {
    expect(() => redact('gatehouse.host.v1.Nothing', {})).to.throw('gatehouse.host.v1.Nothing');
  });
});
