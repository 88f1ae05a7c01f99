import { expect } from 'chai';
import { isRefused } from '../model/oauth-error.js';
import type { OAuthOptions } from '../model/options.js';
import { checkClientDocument } from './client-metadata.js';

const URL = 'https://client.example/client.json';
const OPTIONS = {
  scopesSupported: ['read', 'write'],
  tokenEndpointAuthMethodsSupported: ['none', 'client_secret_basic'],
  privateUseRedirectSchemes: ['cursor'],
} as unknown as OAuthOptions;
const DOCUMENT = { client_id: URL, client_name: 'Client', redirect_uris: ['https://client.example/cb'] };

function effective(members: object, options = OPTIONS) {
  const result = checkClientDocument(URL, { ...DOCUMENT, ...members }, options);
  if (isRefused(result)) throw new Error(result.description);
  return result;
}

function refusal(document: unknown, options = OPTIONS): string {
  const result = checkClientDocument(URL, document, options);
  return isRefused(result) ? result.description : 'accepted';
}

describe('oauth: client document (AS-52; draft-ietf-oauth-client-id-metadata-document §4)', () => {
  it('fills in omitted members as for a public client', () => {
    expect(effective({})).to.deep.equal({
      clientName: 'Client',
      redirectUris: ['https://client.example/cb'],
      authMethod: 'none',
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['read', 'write'],
      informative: {},
    });
  });

  it('drops what we do not offer, as long as something remains', () => {
    const result = effective({
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code', 'token'],
      redirect_uris: ['vscode://cb', 'http://evil.example/cb', 'cursor://cb', 'http://127.0.0.1:33418/'],
      token_endpoint_auth_method: 'none',
      jwks_uri: 'https://client.example/jwks',
    });
    expect(result.grantTypes).to.deep.equal(['authorization_code']);
    expect(result.redirectUris).to.deep.equal(['cursor://cb', 'http://127.0.0.1:33418/']);
  });

  it('treats null and what is empty as omitted, also the method and a secret (AS-27)', () => {
    for (const nothing of [null, '', []]) {
      const members = { token_endpoint_auth_method: nothing, client_secret: nothing, grant_types: nothing };
      expect(effective(members), JSON.stringify(nothing)).to.deep.equal(effective({}));
    }
  });

  for (const document of [null, 'text', 1, [], [DOCUMENT]]) {
    it(`rejects ${JSON.stringify(document)}`, () => expect(refusal(document)).to.equal('It is not a JSON object.'));
  }

  for (const id of [
    undefined,
    null,
    '',
    `${URL}/`,
    `${URL}?`,
    URL.toUpperCase(),
    'https://client.example:443/client.json',
    [URL],
  ]) {
    it(`rejects a client_id of ${JSON.stringify(id)}: simple string comparison`, () => {
      expect(refusal({ ...DOCUMENT, client_id: id })).to.equal(
        'Its client_id is not the URL that it was fetched from.',
      );
    });
  }

  for (const method of ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt', 5]) {
    it(`rejects token_endpoint_auth_method ${JSON.stringify(method)} (§4.1)`, () => {
      expect(refusal({ ...DOCUMENT, token_endpoint_auth_method: method })).to.match(/must be none/);
    });
  }

  for (const member of ['client_secret', 'client_secret_expires_at']) {
    it(`rejects ${member} (§4.1)`, () => {
      expect(refusal({ ...DOCUMENT, [member]: 0 })).to.match(/client secret/);
    });
  }

  const refused: readonly (readonly [what: string, members: object, reason: RegExp])[] = [
    ['no redirect URI', { redirect_uris: undefined }, /redirect_uris is missing/],
    ['an empty list of redirect URIs', { redirect_uris: [] }, /redirect_uris is missing or empty/],
    [
      'no acceptable redirect URI',
      { redirect_uris: ['javascript:alert(1)', 'http://evil.example/'] },
      /redirect_uris\[0\] is not acceptable/,
    ],
    [
      'a redirect URI that is not text, beside an acceptable one',
      { redirect_uris: ['https://client.example/cb', 5] },
      /redirect_uris\[1\] is not of type/,
    ],
    ['a redirect URI that is not text', { redirect_uris: [5] }, /redirect_uris\[0\] is not of type/],
    ['only grant types that we do not offer', { grant_types: ['client_credentials'] }, /grant_types may contain/],
    ['only the grant type refresh_token', { grant_types: ['refresh_token'] }, /authorization_code/],
    ['only response types that we do not offer', { response_types: ['token'] }, /response_types/],
    ['a name that is not text', { client_name: {} }, /client_name/],
    ['a logo with a scheme that runs code', { logo_uri: 'javascript:alert(1)' }, /logo_uri/],
  ];
  for (const [what, members, reason] of refused) {
    it(`rejects ${what}`, () => expect(refusal({ ...DOCUMENT, ...members })).to.match(reason));
  }

  it('rejects every document if the host supports no public clients', () => {
    const options = { ...OPTIONS, tokenEndpointAuthMethodsSupported: ['client_secret_basic'] } as OAuthOptions;
    expect(refusal(DOCUMENT, options)).to.match(/token_endpoint_auth_method must be one of/);
  });
});
