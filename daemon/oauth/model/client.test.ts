import { expect } from 'chai';
import { isClientDocumentUrl } from './client.js';

describe('oauth: client document url (draft-ietf-oauth-client-id-metadata-document §3)', () => {
  for (const url of [
    'https://client.example/oauth/metadata.json',
    'https://client.example/',
    'https://client.example:8443/client',
    'https://client.example/client?v=1',
    'https://xn--bcher-kva.example/client',
  ]) {
    it(`accepts ${url}`, () => expect(isClientDocumentUrl(url)).to.equal(true));
  }

  for (const id of [
    '',
    'u3rPmVYIoeQNd-2bq1c9cA',
    'http://client.example/client',
    'https://client.example',
    'HTTPS://client.example/client',
    'https://CLIENT.example/client',
    'https://client.example:443/client',
    'https://user@client.example/client',
    'https://user:secret@client.example/client',
    'https://@client.example/client',
    'https://client.example/client#fragment',
    'https://client.example/client#',
    'https://client.example/a/../client',
    'https://client.example/./client',
    'https://client.example/a/%2e%2e/client',
    'https://client.example\\client',
    'https://client.example/a b',
    'https:/client.example/client',
    'https://localhost/client',
    'https://client.example./client',
    'https://127.0.0.1/client',
    'https://2130706433/client',
    'https://0x7f.1/client',
    'https://10.1.2.3/client',
    'https://[::1]/client',
    'https://[::ffff:10.0.0.1]/client',
    'https://bücher.example/client',
    'https://a_b.client.example/client',
    'https://:secret@client.example/client',
    'file:///etc/passwd',
  ]) {
    it(`rejects "${id}"`, () => expect(isClientDocumentUrl(id)).to.equal(false));
  }
});
