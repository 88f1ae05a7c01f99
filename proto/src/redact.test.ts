import { expect } from 'chai';
import { redact, secretFields, secretsIn } from './redact.js';

describe('proto/redact', () => {
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

  it('shows whether a secret is absent, but never its value', () => {
    const message = { clientId: 'id', secretHash: Buffer.alloc(0), unknownField: { deep: 'value' } };
    expect(redact('gatehouse.host.v1.Client', message)).to.deep.equal({
      clientId: 'id',
      secretHash: '',
      unknownField: '[secret]',
    });
  });

  it('shows an absent secret as absent, and an empty text as empty', () => {
    const request = { cookie: '', authorization: null, left: undefined };
    expect(redact('gatehouse.host.v1.ResolveUserRequest', request)).to.deep.equal({ cookie: '', authorization: null });
    expect(redact('gatehouse.host.v1.Client', { secretHash: Buffer.alloc(1) })).to.deep.equal({
      secretHash: '[secret]',
    });
    expect(redact('gatehouse.host.v1.Record', { cells: [] })).to.deep.equal({ cells: '[secret]' });
  });

  it('shows fields that are not secret, bytes as their length, and hides fields that the contract does not have', () => {
    const message = { flag: true, absent: null, bytes: Buffer.alloc(3), registeredAt: 5n };
    expect(redact('gatehouse.host.v1.Client', message)).to.deep.equal({
      flag: true,
      absent: null,
      bytes: '[3 bytes]',
      registeredAt: '[secret]',
    });
  });

  it('finds no secret in an absent value, nor in a value that is neither text nor bytes', () => {
    expect(secretsIn('gatehouse.host.v1.TransactRequest', { operations: [null, undefined, 'text'] })).to.deep.equal([]);
    expect(secretsIn('gatehouse.host.v1.Client', { secretHash: 5, other: {} })).to.deep.equal([]);
  });

  it('finds the secrets of a message at any depth, with bytes in every encoding in which an error might quote them', () => {
    const codeHash = Buffer.from([0xfb, 0xef]);
    const message = { operations: [{ findCode: { codeHash } }, { findAccessToken: { accessToken: 'top-secret' } }] };
    expect(secretsIn('gatehouse.host.v1.TransactRequest', message)).to.deep.equal([
      ...['fbef', '++8=', '--8', codeHash.toString()],
      'top-secret',
    ]);
    expect(secretsIn('gatehouse.host.v1.Client', { clientId: 'id', secretHash: Buffer.alloc(0) })).to.deep.equal([]);
  });

  it('rejects a message name that the contract does not have', () => {
    expect(() => redact('gatehouse.host.v1.Nothing', {})).to.throw('gatehouse.host.v1.Nothing');
  });
});
