import { expect } from 'chai';
import { exampleOptions } from '../testing/examples.js';
import { checkClientMetadata } from './client-metadata.js';

const CALLBACK = 'https://client.example/callback';
const EFFECTIVE = {
  redirectUris: [CALLBACK],
  authMethod: 'client_secret_basic',
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['read', 'write', 'ai', 'offline_access'],
  clientName: '',
  informative: {},
};

function check(body: unknown, options = exampleOptions()): unknown {
  return checkClientMetadata(body, options);
}
function effective(members: object, options = exampleOptions()): unknown {
  return check({ redirect_uris: [CALLBACK], ...members }, options);
}

describe('checks: client metadata: effective values (AS-24 to AS-27; RFC 7591 §2)', () => {
  it('uses defaults for omitted members', () => expect(effective({})).to.deep.equal(EFFECTIVE));

  it('treats null, an empty text and an empty list as omitted in every member, whatever its type (AS-27)', () => {
    for (const nothing of [null, '', []]) {
      const members = {
        token_endpoint_auth_method: nothing,
        grant_types: nothing,
        response_types: nothing,
        scope: nothing,
        client_name: nothing,
        client_uri: nothing,
        logo_uri: nothing,
        tos_uri: nothing,
        policy_uri: nothing,
        contacts: nothing,
        software_id: nothing,
        software_version: nothing,
        application_type: nothing,
      };
      expect(effective(members), JSON.stringify(nothing)).to.deep.equal(EFFECTIVE);
    }
  });

  it('ignores unknown members with any value (RFC 7591 §2)', () =>
    expect(
      check(
        JSON.parse(
          `{"redirect_uris":["${CALLBACK}"],"jwks":{"keys":[1]},"x":null,"__proto__":{"scope":7},"constructor":1}`,
        ),
      ),
    ).to.deep.equal(EFFECTIVE));

  it('accepts what mcp-remote and the Inspector send (AS-27)', () =>
    expect(
      effective({
        redirect_uris: ['http://localhost:6274/oauth/callback'],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        client_name: 'MCP Inspector',
        client_uri: 'https://github.com/modelcontextprotocol/inspector',
        software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
        software_version: '0.16.2',
        application_type: 'native',
        scope: 'read ai',
      }),
    ).to.deep.equal({
      redirectUris: ['http://localhost:6274/oauth/callback'],
      authMethod: 'none',
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['read', 'ai'],
      clientName: 'MCP Inspector',
      informative: {
        client_uri: 'https://github.com/modelcontextprotocol/inspector',
        software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
        software_version: '0.16.2',
        application_type: 'native',
      },
    }));

  for (const [why, scope, scopes] of [
    ['known ones in our order', 'ai read', ['read', 'ai']],
    ['unknown ones are dropped', 'read admin openid', ['read']],
    ['no known ones mean all', 'openid profile', EFFECTIVE.scopes],
    ['extra spaces', '  write  ', ['write']],
  ] as const) {
    it(`scope: ${why} (AS-26)`, () => expect(effective({ scope })).to.deep.include({ scopes }));
  }

  it('limits the scopes to those that the host supports', () => {
    const options = exampleOptions({ scopesSupported: ['read', 'offline_access'] });
    expect(effective({ scope: 'read write' }, options)).to.deep.include({ scopes: ['read'] });
    expect(effective({}, options)).to.deep.include({ scopes: ['read', 'offline_access'] });
  });

  it('chooses a default method that the host supports', () => {
    const options = exampleOptions({ tokenEndpointAuthMethodsSupported: ['none', 'client_secret_post'] });
    expect(effective({}, options)).to.deep.include({ authMethod: 'none' });
    const withSecret = exampleOptions({ tokenEndpointAuthMethodsSupported: ['client_secret_post'] });
    expect(effective({}, withSecret)).to.deep.include({ authMethod: 'client_secret_post' });
  });

  it('deduplicates grant types and other repeated values', () =>
    expect(
      effective({ redirect_uris: [CALLBACK, CALLBACK], grant_types: ['authorization_code', 'authorization_code'] }),
    ).to.deep.include({ redirectUris: [CALLBACK], grantTypes: ['authorization_code'] }));

  it('accepts ten redirect URIs and keeps their order', () => {
    const uris = Array.from({ length: 10 }, (_, n) => `http://localhost:${9 - n}/cb`);
    expect(effective({ redirect_uris: uris })).to.deep.include({ redirectUris: uris });
  });
});

describe('checks: client metadata: invalid_redirect_uri (AS-23)', () => {
  for (const [why, body] of [
    ['missing', {}],
    ['null', { redirect_uris: null }],
    ['empty', { redirect_uris: [] }],
    ['an empty text instead of a list', { redirect_uris: '' }],
    ['one bad among good ones', { redirect_uris: [CALLBACK, 'http://evil.example/', CALLBACK] }],
    ['an empty text', { redirect_uris: [''] }],
    ['eleven', { redirect_uris: Array.from({ length: 11 }, (_, n) => `${CALLBACK}/${n}`) }],
    ['a private-use scheme that is not allowed', { redirect_uris: ['cursor://host/cb', CALLBACK] }],
  ] as const) {
    it(why, () => expect(check(body)).to.have.property('error', 'invalid_redirect_uri'));
  }

  it('accepts a private-use scheme of the allow-list together with others (AS-41)', () => {
    const uris = [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/cb',
      'http://localhost:8787/cb',
    ];
    const options = exampleOptions({ privateUseRedirectSchemes: ['cursor'] });
    expect(effective({ redirect_uris: uris }, options)).to.deep.include({ redirectUris: uris });
  });

  it('reports the entry and the reason, in printable ASCII without echo', () => {
    const { description } = check({ redirect_uris: [CALLBACK, 'http://mArKeR.example/\r\n'] }) as {
      description: string;
    };
    expect(description)
      .to.contain('redirect_uris[1]')
      .and.to.match(/^[ !#-[\]-~]+$/)
      .and.to.not.contain('mArKeR');
  });
});

describe('checks: client metadata: invalid_client_metadata (AS-24 to AS-27)', () => {
  for (const [why, body] of [
    ['null', null],
    ['a list', []],
    ['an object inside a list', [{ redirect_uris: [CALLBACK] }]],
    ['a text', '{}'],
    ['a number', 7],
    ['true', true],
  ] as const) {
    it(`the body is ${why}`, () =>
      expect(check(body)).to.deep.equal({
        error: 'invalid_client_metadata',
        description: 'The body must be a JSON object of client metadata.',
      }));
  }

  for (const [member, value] of [
    ['redirect_uris', CALLBACK],
    ['redirect_uris', [7]],
    ['redirect_uris', [null]],
    ['redirect_uris', { 0: CALLBACK }],
    ['token_endpoint_auth_method', 'private_key_jwt'],
    ['token_endpoint_auth_method', 'NONE'],
    ['token_endpoint_auth_method', 7],
    ['token_endpoint_auth_method', ['none']],
    ['grant_types', 'authorization_code'],
    ['grant_types', ['authorization_code', 'implicit']],
    ['grant_types', ['client_credentials']],
    ['grant_types', ['refresh_token']],
    ['grant_types', [null]],
    ['response_types', ['code', 'token']],
    ['response_types', ['code id_token']],
    ['response_types', 'code'],
    ['response_types', ['token']],
    ['scope', ['read']],
    ['scope', 7],
    ['client_name', 7],
    ['client_name', 'x'.repeat(201)],
    ['client_name', 'NUL\0'],
    ['client_name', 'line\nbreak'],
    ['client_name', 'half \ud83e a fox'],
    ['client_uri', 'javascript:alert(1)'],
    ['logo_uri', 'data:image/png;base64,AA=='],
    ['tos_uri', 'not a url'],
    ['policy_uri', 'ftp://client.example/'],
    ['client_uri', `https://client.example/${'a'.repeat(2048)}`],
    ['contacts', 'me@client.example'],
    ['contacts', [7]],
    ['contacts', Array.from({ length: 11 }, () => 'a')],
    ['contacts', ['a\0']],
    ['software_id', {}],
    ['software_id', 'x\x1b[2J'],
    ['software_version', 1],
    ['application_type', true],
  ] as const) {
    it(`${member} is ${JSON.stringify(value).slice(0, 50)}`, () => {
      const refusal = effective({ [member]: value }) as { error: string; description: string };
      expect(refusal.error).to.equal('invalid_client_metadata');
      expect(refusal.description)
        .to.contain(member)
        .and.to.match(/^[ !#-[\]-~]+$/);
    });
  }

  for (const [member, longest] of [
    ['client_name', 200],
    ['client_uri', 2048],
    ['logo_uri', 2048],
    ['tos_uri', 2048],
    ['policy_uri', 2048],
    ['software_id', 255],
    ['software_version', 255],
    ['application_type', 64],
  ] as const) {
    it(`${member} has more than ${longest} characters or is not text`, () => {
      const url = 'https://client.example/';
      const text = (length: number): string => (member.endsWith('_uri') ? url : '').padEnd(length, 'a');
      const kept = text(longest);
      expect(effective({ [member]: kept })).to.deep.include(
        member === 'client_name' ? { clientName: kept } : { informative: { [member]: kept } },
      );
      for (const wrong of [text(longest + 1), 7, [kept], {}, true]) {
        const refusal = effective({ [member]: wrong });
        expect(refusal).to.have.property('error', 'invalid_client_metadata');
        expect(refusal)
          .to.have.property('description')
          .that.matches(new RegExp(`^${member} is not of type .+\\.$`));
      }
    });
  }

  it('more than ten contacts, or one of more than 320 characters', () => {
    const contact = 'a'.repeat(320);
    const ten = Array<string>(10).fill(contact);
    expect(effective({ contacts: ten })).to.deep.include({ informative: { contacts: ten } });
    for (const [contacts, named] of [
      [[...ten, contact], 'contacts'],
      [['a', `${contact}a`], 'contacts[1]'],
      [['a', null], 'contacts[1]'],
    ] as const) {
      expect(effective({ contacts }), named).to.have.property('description').that.includes(`${named} is not of type`);
    }
  });

  it('a method that the host does not support', () => {
    const options = exampleOptions({ tokenEndpointAuthMethodsSupported: ['none'] });
    expect(effective({ token_endpoint_auth_method: 'client_secret_post' }, options)).to.have.property(
      'error',
      'invalid_client_metadata',
    );
  });

  it('more than the contract can carry (backend.proto, Client.metadata_json)', () => {
    const long = `https://client.example/${'é'.repeat(2000)}`;
    expect(effective({ client_uri: long })).to.not.have.property('error');
    expect(
      effective({
        client_uri: long,
        logo_uri: long,
        tos_uri: long,
        policy_uri: long,
        contacts: Array(10).fill('é'.repeat(320)),
      }),
    ).to.have.property('error', 'invalid_client_metadata');
  });

  it('metadata one byte longer than the contract can carry, and not shorter', () => {
    const contacts = Array<string>(10).fill('a'.repeat(320));
    const url = `https://client.example/${'é'.repeat(2000)}`;
    const members = { client_uri: url, logo_uri: url, tos_uri: url, contacts };
    const room = 16 * 1024 - Buffer.byteLength(JSON.stringify({ ...members, policy_uri: 'https://client.example/' }));
    const full = { ...members, policy_uri: `https://client.example/${'a'.repeat(room)}` };
    expect(effective(full)).to.not.have.property('error');
    expect(effective({ ...full, policy_uri: `${full.policy_uri}a` })).to.deep.equal({
      error: 'invalid_client_metadata',
      description: 'The metadata is longer than 16384 bytes.',
    });
  });

  it('more scope values than the limit (RFC 6749 §3.3)', () => {
    const scope = Array.from({ length: 1000 }, (_, index) => `s${index}`).join(' ');
    expect(effective({ scope }))
      .to.have.property('description')
      .that.matches(/^scope has more than \d+ values\.$/);
  });

  for (const url of ['ftp://client.example/', 'xhttp://client.example/', 'httpx://client.example/', 'data:https://a']) {
    it(`a URL with a scheme other than http and https: ${url}`, () =>
      expect(effective({ client_uri: url })).to.deep.equal({
        error: 'invalid_client_metadata',
        description: 'client_uri must be an http or https URL.',
      }));
  }

  it('but accepts http as well as https URLs', () => {
    for (const url of ['http://client.example/', 'https://client.example/'])
      expect(effective({ client_uri: url })).to.deep.include({ informative: { client_uri: url } });
  });

  it('names the member, its position in the list and the expected type, in printable ASCII', () => {
    expect(effective({ software_id: 7 })).to.deep.equal({
      error: 'invalid_client_metadata',
      description: 'software_id is not of type ((string & MaxLength<255>) | undefined).',
    });
    expect(effective({ grant_types: [...Array<string>(12).fill('a'), 7] }))
      .to.have.property('description')
      .that.matches(/^grant_types\[12\] is not of type string\.$/);
  });

  it('reports a bad redirect URI before other faults', () =>
    expect(check({ redirect_uris: ['x'], grant_types: ['implicit'] })).to.have.property(
      'error',
      'invalid_redirect_uri',
    ));
});
