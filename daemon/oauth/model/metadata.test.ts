import { expect } from 'chai';
import { exampleOptions } from '../testing/examples.js';
import { resourceMetadata, serverMetadata } from './metadata.js';

describe('model: metadata: authorization server (AS-10; RFC 8414 §2)', () => {
  it('has exactly these members for the default options (AS-10)', () =>
    expect(serverMetadata(exampleOptions())).to.deep.equal({
      issuer: 'https://app.example',
      authorization_endpoint: 'https://app.example/oauth/mcp/authorize',
      token_endpoint: 'https://app.example/oauth/mcp/token',
      registration_endpoint: 'https://app.example/oauth/mcp/register',
      revocation_endpoint: 'https://app.example/oauth/mcp/revoke',
      scopes_supported: ['read', 'write', 'ai', 'offline_access'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
      service_documentation: 'https://app.example/help',
      authorization_response_iss_parameter_supported: true,
    }));

  it('keeps an issuer with a path byte for byte, as the prefix of every endpoint (AS-12)', () => {
    const issuer = 'https://app.example/tenant-1';
    const metadata = serverMetadata(exampleOptions({ issuer, serviceDocumentationPath: '/docs/x' }));
    expect(metadata).to.include({
      issuer,
      authorization_endpoint: `${issuer}/oauth/mcp/authorize`,
      token_endpoint: `${issuer}/oauth/mcp/token`,
      registration_endpoint: `${issuer}/oauth/mcp/register`,
      revocation_endpoint: `${issuer}/oauth/mcp/revoke`,
      service_documentation: `${issuer}/docs/x`,
    });
  });

  it('advertises the narrowed lists of the host (AS-196)', () => {
    const options = exampleOptions({ scopesSupported: ['read'], tokenEndpointAuthMethodsSupported: ['none'] });
    expect(serverMetadata(options)).to.deep.include({
      scopes_supported: ['read'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
    });
  });

  it('does not advertise iss if the option disables it (RFC 9207 §3)', () =>
    expect(serverMetadata(exampleOptions({ authorizationResponseIssParameterSupported: false }))).to.not.have.property(
      'authorization_response_iss_parameter_supported',
    ));

  it('advertises client id metadata documents only if they are enabled', () => {
    expect(serverMetadata(exampleOptions())).to.not.have.property('client_id_metadata_document_supported');
    expect(serverMetadata(exampleOptions({ clientIdMetadataDocuments: true }))).to.have.property(
      'client_id_metadata_document_supported',
      true,
    );
  });

  it('has no member without a value (AS-13; RFC 8414 §3.2)', () => {
    for (const value of Object.values({ ...serverMetadata(exampleOptions()), ...resourceMetadata(exampleOptions()) })) {
      expect(value).to.not.be.oneOf([null, undefined, '', false]);
      if (Array.isArray(value)) expect(value).to.not.have.length(0);
    }
  });
});

describe('model: metadata: protected resource (RFC 9728 §2)', () => {
  it('has exactly these members', () =>
    expect(resourceMetadata(exampleOptions())).to.deep.equal({
      resource: 'https://app.example/mcp',
      authorization_servers: ['https://app.example'],
      scopes_supported: ['read', 'write', 'ai', 'offline_access'],
      bearer_methods_supported: ['header'],
      resource_documentation: 'https://app.example/help',
    }));
});
