import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';

/** The data of an MCP client, in memory: the state that the SDK's OAuth client asks an application to store. */
export class MemoryProvider implements OAuthClientProvider {
  readonly redirectUrl = 'http://localhost:33418/callback';
  client: OAuthClientInformationMixed | undefined;
  saved: OAuthTokens | undefined;
  /** The last URL to which the user was redirected. */
  authorizationUrl: URL | undefined;
  registrations = 0;
  #discovered: OAuthDiscoveryState | undefined;
  #verifier = '';

  constructor(readonly authMethod: string) {}

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'MCP test client',
      redirect_uris: [this.redirectUrl],
      token_endpoint_auth_method: this.authMethod,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      client_uri: 'https://client.example',
      software_id: 'a3c6a1f2',
    };
  }

  state(): string {
    return 'state of the MCP client';
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.client;
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.registrations += 1;
    this.client = client;
  }

  tokens(): OAuthTokens | undefined {
    return this.saved;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.saved = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  invalidateCredentials(scope: string): void {
    if (scope === 'all' || scope === 'client') this.client = undefined;
    if (scope === 'all' || scope === 'tokens') this.saved = undefined;
  }
}
