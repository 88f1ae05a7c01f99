import { expect } from 'chai';
import { exampleOptions } from '../testing/examples.js';
import { metadataRoutes, notYetKnownRoutes } from './metadata.js';

describe('routes: metadata: caching of a document', () => {
  it('allows five minutes while it is known, and none while it is not (RFC 9111 §5.2.2)', () => {
    const kept = (routes: ReturnType<typeof metadataRoutes>) =>
      routes.map(({ response }) => new Map(response.headers).get('cache-control'));
    expect(new Set(kept(metadataRoutes(exampleOptions())))).to.deep.equal(new Set(['public, max-age=300']));
    expect(new Set(kept(notYetKnownRoutes()))).to.deep.equal(new Set(['no-store']));
  });
});

describe('routes: metadata: addresses of the documents (RFC 8414 §3.1, RFC 9728 §3.1)', () => {
  it('are at the root, and with the described path after the well-known part', () => {
    const options = exampleOptions({
      issuer: 'https://app.example/team/a',
      resource: 'https://app.example/team/a/mcp',
    });
    expect(metadataRoutes(options).map(({ path }) => path)).to.deep.equal([
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/team/a',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/team/a/mcp',
      '/.well-known/oauth-protected-resource/team/a/mcp/',
    ]);
  });

  it('of a resource are the same with and without a slash at its end, which RFC 9728 keeps (AS-16)', () => {
    const pathsOf = (resource: string) => metadataRoutes(exampleOptions({ resource })).map(({ path }) => path);
    expect(pathsOf('https://app.example/mcp/')).to.deep.equal(pathsOf('https://app.example/mcp'));
  });

  it('are only at the root if they describe the root', () => {
    const options = exampleOptions({ issuer: 'https://app.example', resource: 'https://app.example/' });
    expect(metadataRoutes(options).map(({ path }) => path)).to.deep.equal([
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
    ]);
  });

  it('are JSON that any origin may read, before and after they are known', () => {
    for (const route of metadataRoutes(exampleOptions())) {
      expect(new Map(route.response.headers).get('content-type')).to.equal('application/json');
      expect(route.cors).to.equal(true);
    }
    for (const route of notYetKnownRoutes()) expect([route.cors, route.response.status]).to.deep.equal([true, 503]);
  });
});
