import { randomBytes } from 'node:crypto';
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { expect } from './steps.js';

/** The state that an MCP client keeps for one server, here in memory. The official SDK runs the flow and calls this. */
export class MemoryProvider implements OAuthClientProvider {
  client: OAuthClientInformationMixed | undefined;
  /** The SDK's discovery results about the authorization server. */
  discovery: OAuthDiscoveryState | undefined;
  /** Where the SDK wanted to send the user's browser. */
  authorizationUrl: URL | undefined;
  /** Sent with the authorization request; must come back unchanged. */
  lastState = '';
  #kept: OAuthTokens | undefined;
  #verifier = '';

  readonly clientMetadata: OAuthClientMetadata;

  constructor(readonly redirectUrl: string) {
    this.clientMetadata = {
      client_name: 'Gatehouse demo client',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  state(): string {
    this.lastState = randomBytes(16).toString('base64url');
    return this.lastState;
  }

  clientInformation() {
    return this.client;
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.client = client;
  }

  tokens() {
    return this.#kept;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.#kept = tokens;
  }

  forgetTokens(): void {
    this.#kept = undefined;
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
    this.discovery = state;
  }

  discoveryState() {
    return this.discovery;
  }

  /** The access and refresh token. Throws if one is missing. */
  pair(): { access: string; refresh: string; scope: string; expiresIn: number } {
    expect(this.#kept?.refresh_token, 'the token response has no refresh token');
    return {
      access: this.#kept.access_token,
      refresh: this.#kept.refresh_token,
      scope: this.#kept.scope ?? '',
      expiresIn: this.#kept.expires_in ?? 0,
    };
  }
}
