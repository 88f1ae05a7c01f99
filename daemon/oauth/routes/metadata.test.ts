import { expect } from 'chai';
import { exampleOptions } from '../testing/examples.js';
import { metadataRoutes, notYetKnownRoutes } from './metadata.js';

describe('routes: metadata: for how long a document may be kept', () => {
  it('five minutes while it is known, and not at all while it is not (RFC 9111 §5.2.2)', () => {
    const kept = (routes: ReturnType<typeof metadataRoutes>) =>
      routes.map(({ response }) => new Map(response.headers).get('cache-control'));
    expect(new Set(kept(metadataRoutes(exampleOptions())))).to.deep.equal(new Set(['public, max-age=300']));
    expect(new Set(kept(notYetKnownRoutes()))).to.deep.equal(new Set(['no-store']));
  });
});

describe('routes: metadata: where the documents stand (RFC 8414 §3.1, RFC 9728 §3.1)', () => {
  it('at the root, and with the path of what they describe behind the well-known part', () => {
    const options = exampleOptions({
      issuer: 'https://app.example/team/a',
      resource: 'https://app.example/team/a/mcp',
    });
    expect(metadataRoutes(options).map(({ path }) => path)).to.deep.equal([
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/team/a',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/team/a/mcp',
    ]);
  });

  it('at the root alone when they describe the root', () => {
    const options = exampleOptions({ issuer: 'https://app.example', resource: 'https://app.example/' });
    expect(metadataRoutes(options).map(({ path }) => path)).to.deep.equal([
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
    ]);
  });

  it('as JSON that any origin may read, known or not yet', () => {
    for (const route of metadataRoutes(exampleOptions())) {
      expect(new Map(route.response.headers).get('content-type')).to.equal('application/json');
      expect(route.cors).to.equal(true);
    }
    for (const route of notYetKnownRoutes()) expect([route.cors, route.response.status]).to.deep.equal([true, 503]);
  });
});
