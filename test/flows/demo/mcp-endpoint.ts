import { expect } from 'chai';
import { postToMcp } from '../../../demo/client/flow.js';

/** The protected resource without a token or with a bad one. The demo client uses it with valid ones. */
export function mcpEndpointTests(issuerOf: () => string): void {
  describe('MCP endpoint', () => {
    const metadataUrl = () => `${issuerOf()}/.well-known/oauth-protected-resource/mcp`;

    it('returns 401 without credentials, naming the resource metadata and no error (RFC 6750 section 3.1, RFC 9728 section 5.1)', async () => {
      const response = await postToMcp(`${issuerOf()}/mcp`);
      expect(response.status).to.equal(401);
      expect(response.headers.get('www-authenticate')).to.equal(`Bearer resource_metadata="${metadataUrl()}"`);
    });

    for (const token of ['unknown', '%00', 'a b', '"']) {
      it(`returns 401 invalid_token for the token ${JSON.stringify(token)}`, async () => {
        const response = await postToMcp(`${issuerOf()}/mcp`, token);
        expect(response.status).to.equal(401);
        expect(response.headers.get('www-authenticate')).to.match(
          /^Bearer error="invalid_token", .*resource_metadata="/,
        );
      });
    }

    it('the resource metadata names this resource and its authorization server (RFC 9728 section 3.2)', async () => {
      const metadata = (await (await fetch(metadataUrl())).json()) as Record<string, unknown>;
      expect(metadata['resource']).to.equal(`${issuerOf()}/mcp`);
      expect(metadata['authorization_servers']).to.deep.equal([issuerOf()]);
    });

    it('a client in a web page may call it from any origin, and can read the challenge (CORS)', async () => {
      const preflight = await fetch(`${issuerOf()}/mcp`, { method: 'OPTIONS' });
      expect(preflight.status).to.equal(204);
      expect(preflight.headers.get('access-control-allow-headers')).to.contain('authorization');
      const refused = await postToMcp(`${issuerOf()}/mcp`);
      expect(refused.headers.get('access-control-allow-origin')).to.equal('*');
      expect(refused.headers.get('access-control-expose-headers')).to.contain('WWW-Authenticate');
    });
  });
}
