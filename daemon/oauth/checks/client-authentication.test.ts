import { expect } from 'chai';
import { sha256 } from '../../core/crypto.js';
import { exampleClient, parametersOf } from '../testing/examples.js';
import {
  authenticateClient,
  clientCredentials,
  hashedCredentials,
  type ClientCredentials,
} from './client-authentication.js';

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

describe('checks: client authentication: presented credentials (RFC 6749 §2.3.1)', () => {
  it('client_id alone is method none', () =>
    expect(clientCredentials(undefined, parametersOf(['client_id', 'abc']))).to.deep.equal({
      clientId: 'abc',
      method: 'none',
    }));

  it('client_id and client_secret in the body are client_secret_post', () =>
    expect(clientCredentials(undefined, parametersOf(['client_id', 'abc'], ['client_secret', 's']))).to.deep.equal({
      clientId: 'abc',
      method: 'client_secret_post',
      secret: 's',
    }));

  it('an empty client_secret counts as omitted (RFC 6749 §3.2)', () =>
    expect(clientCredentials(undefined, parametersOf(['client_id', 'abc'], ['client_secret', '']))).to.have.property(
      'method',
      'none',
    ));

  for (const [why, header, clientId, secret] of [
    ['bare', basic('a-b_c', 's-e_c'), 'a-b_c', 's-e_c'],
    ['fully percent-encoded', basic('%61%2Db%5fc', '%73%2De%5Fc'), 'a-b_c', 's-e_c'],
    ['with "+" for a space', basic('a+b', 's+e'), 'a b', 's e'],
    ['with a colon in the secret', basic('abc', 's:e:c'), 'abc', 's:e:c'],
    ['with a one-letter id', basic('a', 's'), 'a', 's'],
    ['with an encoded colon in the id', basic('a%3Ab', 's'), 'a:b', 's'],
    ['scheme in lower case (RFC 9110 §11.1)', basic('abc', 's').replace('Basic', 'basic'), 'abc', 's'],
    ['several spaces after the scheme', basic('abc', 's').replace(' ', '   '), 'abc', 's'],
    ['without padding', basic('abc', 'se').replace(/=+$/, ''), 'abc', 'se'],
  ] as const) {
    it(`Basic ${why}`, () =>
      expect(clientCredentials(header, parametersOf())).to.deep.equal({
        clientId,
        method: 'client_secret_basic',
        secret,
      }));
  }

  it('Basic with an empty secret is method none, as in the body (RFC 6749 §2.3.1)', () => {
    for (const body of [parametersOf(), parametersOf(['client_id', 'abc'])]) {
      expect(clientCredentials(basic('abc', ''), body)).to.deep.equal({ clientId: 'abc', method: 'none' });
    }
  });

  it('Basic with the bare URL of a metadata document ends at the last colon, and decodes nothing (AS-113)', () => {
    const url = 'https://client.example:8443/a%20b+c';
    expect(clientCredentials(basic(url, ''), parametersOf())).to.deep.equal({ clientId: url, method: 'none' });
    expect(clientCredentials(basic(encodeURIComponent(url), ''), parametersOf())).to.deep.equal({
      clientId: url,
      method: 'none',
    });
    // Documents belong to public clients: a secret behind the URL is none.
    expect(clientCredentials(basic(url, 's'), parametersOf())).to.not.have.property('clientId', url);
  });

  for (const [why, header] of [
    ['Bearer', 'Bearer abc'],
    ['empty', ''],
    ['only the scheme', 'Basic'],
    ['not base64', 'Basic %%%'],
    ['two headers joined', `${basic('a', 'b')}, ${basic('a', 'b')}`],
    ['no colon', `Basic ${Buffer.from('abc').toString('base64')}`],
    ['an empty id', basic('', 's')],
    ['an invalid percent-encoding in the id', basic('a%zz', 's')],
    ['an invalid percent-encoding in the secret', basic('abc', 's%')],
    ['percent-encoded bytes that are not UTF-8', basic('abc', '%ff')],
    ['an id with U+0000, which no store can hold', basic('a\0b', 's')],
    ['an id with an encoded U+0000', basic('a%00b', 's')],
    ['an id of 2049 characters', basic('a'.repeat(2049), 's')],
  ] as const) {
    it(`rejects a malformed Authorization header as invalid_client: ${why} (RFC 6749 §5.2)`, () =>
      expect(clientCredentials(header, parametersOf())).to.have.property('error', 'invalid_client'));
  }

  it('rejects two methods together as invalid_request (RFC 6749 §2.3)', () => {
    for (const body of [
      parametersOf(['client_secret', 's']),
      parametersOf(['client_id', 'abc'], ['client_secret', 's']),
      parametersOf(['client_id', 'other']),
    ]) {
      for (const secret of ['s', '']) {
        expect(clientCredentials(basic('abc', secret), body)).to.have.property('error', 'invalid_request');
      }
    }
  });

  it('accepts the same client_id in the body and in Basic', () =>
    expect(clientCredentials(basic('abc', 's'), parametersOf(['client_id', 'abc']))).to.have.property(
      'method',
      'client_secret_basic',
    ));

  it('rejects a request without any client_id as invalid_request (AS-112)', () => {
    for (const body of [parametersOf(), parametersOf(['client_id', '']), parametersOf(['client_secret', 's'])]) {
      expect(clientCredentials(undefined, body)).to.have.property('error', 'invalid_request');
    }
  });

  it('rejects an impossible client_id as invalid_client', () => {
    for (const clientId of ['a\0', 'ü', 'a\nb', 'a'.repeat(2049)]) {
      expect(clientCredentials(undefined, parametersOf(['client_id', clientId]))).to.have.property(
        'error',
        'invalid_client',
      );
    }
  });
});

describe('checks: client authentication: verification (AS-112)', () => {
  const secretHash = sha256('secret');
  const none: ClientCredentials = { clientId: 'client-1', method: 'none' };
  const post: ClientCredentials = { clientId: 'client-1', method: 'client_secret_post', secret: 'secret' };
  const basicAuth: ClientCredentials = { ...post, method: 'client_secret_basic' };
  const isAuthenticated = (presented: ClientCredentials, client: Parameters<typeof authenticateClient>[1]): boolean =>
    authenticateClient(hashedCredentials(presented), client);

  it('each method authenticates the client that registered it', () => {
    expect(isAuthenticated(none, exampleClient())).to.equal(true);
    expect(isAuthenticated(post, exampleClient({ authMethod: 'client_secret_post', secretHash }))).to.equal(true);
    expect(isAuthenticated(basicAuth, exampleClient({ authMethod: 'client_secret_basic', secretHash }))).to.equal(true);
  });

  it('every method other than the registered one fails', () => {
    for (const authMethod of ['none', 'client_secret_post', 'client_secret_basic'] as const) {
      const client = exampleClient({ authMethod, ...(authMethod === 'none' ? {} : { secretHash }) });
      for (const presented of [none, post, basicAuth]) {
        expect(isAuthenticated(presented, client)).to.equal(presented.method === authMethod);
      }
    }
  });

  const client = exampleClient({ authMethod: 'client_secret_post', secretHash });
  for (const [why, presented, stored] of [
    ['an unknown client', post, undefined],
    ['a revoked client', post, { ...client, revokedAt: 1 }],
    ['a revoked public client', none, exampleClient({ revokedAt: 0 })],
    ['a wrong secret', { ...post, secret: 'Secret' }, client],
    ['an empty secret', { ...post, secret: '' }, client],
    ['no secret', { clientId: 'client-1', method: 'client_secret_post' }, client],
    ['the hash instead of the secret', { ...post, secret: secretHash.toString('base64url') }, client],
    ['a confidential client without a stored hash', post, exampleClient({ authMethod: 'client_secret_post' })],
    ['an empty stored hash', post, { ...client, secretHash: Buffer.alloc(0) }],
  ] as const) {
    it(`${why} fails`, () => expect(isAuthenticated(presented, stored)).to.equal(false));
  }
});
