import { expect } from 'chai';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { send } from '../support/http-client.js';
import { startStack, type Stack } from '../support/stack.js';

/* oxlint-disable typescript/no-deprecated -- "deprecated" to stand out: the issuer of a test is on loopback, without TLS */
const INSECURE = { [oauth.allowInsecureRequests]: true };
const INSECURE_DISCOVERY = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] };
/* oxlint-enable typescript/no-deprecated */

interface Grant {
  readonly tokens: oauth.TokenEndpointResponse;
  /** Presents the same code again. */
  again(): Promise<unknown>;
}

describe('independent, strict RFC clients; the issuer has a path', () => {
  let stack: Stack;
  before(async () => (stack = await startStack({ shared: true, issuerPath: '/app' })));
  after(() => stack.stop());

  for (const authMethod of ['none', 'client_secret_post', 'client_secret_basic'] as const) {
    it(`oauth4webapi, ${authMethod}: RFC 9728, 8414, 7591, 7636, 8707, 9207, 6749, 9700, 7009`, async () => {
      const { server, client, authentication } = await discoverAndRegister(authMethod);

      const refresh = async (token: string): Promise<oauth.TokenEndpointResponse> => {
        const response = await oauth.refreshTokenGrantRequest(server, client, authentication, token, INSECURE);
        return keep(await oauth.processRefreshTokenResponse(server, client, response));
      };

      const first = await authorize(server, client, authentication);
      expect(first.tokens).to.include({ token_type: 'bearer', scope: 'read offline_access' });
      const rotated = await refresh(first.tokens.refresh_token!);
      await expectInvalidGrant(refresh(first.tokens.refresh_token!));
      await expectDead(rotated.access_token);
      await expectInvalidGrant(refresh(rotated.refresh_token!));

      const second = await authorize(server, client, authentication);
      await expectInvalidGrant(second.again());
      await expectDead(second.tokens.access_token);

      const third = await authorize(server, client, authentication);
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, authentication, third.tokens.access_token, INSECURE),
      );
      await expectDead(third.tokens.access_token);
      await expectInvalidGrant(refresh(third.tokens.refresh_token!));
    });
  }

  for (const [authMethod, authentication] of [
    ['none', openid.None()],
    ['client_secret_post', openid.ClientSecretPost()],
    ['client_secret_basic', openid.ClientSecretBasic()],
  ] as const) {
    it(`openid-client, ${authMethod}: registers, gets consent, refreshes, detects reuse, revokes`, async () => {
      const redirectUri = 'https://client.example/callback';
      const config = await openid.dynamicClientRegistration(
        new URL(stack.issuer),
        { redirect_uris: [redirectUri], client_name: 'openid-client', token_endpoint_auth_method: authMethod },
        authentication,
        INSECURE_DISCOVERY,
      );
      const signIn = async (): Promise<oauth.TokenEndpointResponse> => {
        const [pkceCodeVerifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()];
        const code_challenge = await openid.calculatePKCECodeChallenge(pkceCodeVerifier);
        const parameters = { redirect_uri: redirectUri, code_challenge, code_challenge_method: 'S256', state };
        const callback = await consentTo(openid.buildAuthorizationUrl(config, parameters));
        return keep(await openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState: state }));
      };

      const first = await signIn();
      expect(first.scope).to.equal('read write ai offline_access');
      const rotated = keep(await openid.refreshTokenGrant(config, first.refresh_token!, { scope: 'read' }));
      expect(rotated.scope).to.equal('read');
      await expectInvalidGrant(openid.refreshTokenGrant(config, first.refresh_token!));
      await expectDead(rotated.access_token);

      const second = await signIn();
      await openid.tokenRevocation(config, second.refresh_token!);
      await expectDead(second.access_token);
    });
  }

  async function discoverAndRegister(authMethod: 'none' | 'client_secret_post' | 'client_secret_basic') {
    const resource = new URL(stack.resource);
    const { authorization_servers } = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, INSECURE),
    );
    expect(authorization_servers).to.deep.equal([stack.issuer]);
    const issuer = new URL(authorization_servers![0]!);
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE });
    const server = await oauth.processDiscoveryResponse(issuer, discovered);
    const metadata = {
      redirect_uris: ['https://client.example/callback?keep=1'],
      token_endpoint_auth_method: authMethod,
    };
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(server, metadata, INSECURE),
    );
    const secret = client.client_secret as string;
    if (authMethod !== 'none') stack.flow.secrets.add(secret);
    const authentication = {
      none: () => oauth.None(),
      client_secret_post: () => oauth.ClientSecretPost(secret),
      client_secret_basic: () => oauth.ClientSecretBasic(secret),
    }[authMethod]();
    return { server, client, authentication };
  }

  /** Runs oauth4webapi from the authorization request to the tokens. */
  async function authorize(
    server: oauth.AuthorizationServer,
    client: oauth.Client,
    authentication: oauth.ClientAuth,
  ): Promise<Grant> {
    const [redirectUri] = client.redirect_uris as string[];
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const url = new URL(server.authorization_endpoint!);
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri!,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      scope: 'read offline_access',
      resource: stack.resource,
      state,
    }).toString();
    const callback = await consentTo(url);
    expect(callback.href).to.match(/^https:\/\/client\.example\/callback\?keep=1&/);
    const answer = oauth.validateAuthResponse(server, client, callback, state);
    const options = { additionalParameters: { resource: stack.resource }, ...INSECURE };
    const exchange = async (): Promise<oauth.TokenEndpointResponse> => {
      const request = [server, client, authentication, answer, redirectUri!, verifier, options] as const;
      const response = await oauth.authorizationCodeGrantRequest(...request);
      return keep(await oauth.processAuthorizationCodeResponse(server, client, response));
    };
    return { tokens: await exchange(), again: exchange };
  }

  /** The user's browser: follows the client's link, grants consent, and is redirected back. */
  async function consentTo(authorizationUrl: URL): Promise<URL> {
    const { headers } = await send(authorizationUrl.href);
    const requestId = new URL(headers.location!).searchParams.get('request')!;
    const callback = new URL((await stack.flow.grant(requestId)).redirectUrl!);
    stack.flow.secrets.add(requestId).add(callback.searchParams.get('code')!);
    return callback;
  }

  function keep(tokens: oauth.TokenEndpointResponse): oauth.TokenEndpointResponse {
    stack.flow.secrets.add(tokens.access_token).add(tokens.refresh_token!);
    return tokens;
  }

  async function expectDead(accessToken: string): Promise<void> {
    expect(await stack.host.issuer.verify(accessToken)).to.equal(undefined);
  }
});

async function expectInvalidGrant(work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(oauth.ResponseBodyError).and.to.have.property('error', 'invalid_grant');
}
