import type { CallContext } from '../../core/call-context.js';
import type { Client, GrantType } from '../model/client.js';
import type { OAuthError } from '../model/oauth-error.js';
import type { Parameters } from '../model/parameters.js';
import type { Scope } from '../model/scope.js';
import type { Operation } from '../ports/backend.js';

/**
 * One grant of the token endpoint. usecases/exchange-token.ts runs the shared steps around it, in one order for every
 * grant (parse, authenticate client, grant, mint), so that no grant can forget one. A grant itself changes nothing: it
 * reads, judges, and names the compare-and-set that the minting transaction starts with.
 */
export interface Grant {
  readonly type: GrantType;
  /** The parameters it understands beside those of every token request. */
  readonly parameters: readonly string[];
  /** Judges the form of the parameters. No I/O. */
  present(parameters: Parameters): PresentedCredential | OAuthError;
}

export interface PresentedCredential {
  /** What the client sent: the key under which a replayable answer is sealed. */
  readonly plain: string;
  /** One host call: the client, and the credential as it stands. */
  find(clientId: string, call: CallContext): Promise<FoundCredential>;
}

export interface FoundCredential {
  readonly client: Client | undefined;
  /** Only to be asked for a client that has authenticated. */
  decide(client: Client, now: number): Decision;
}

export type Decision =
  | { readonly kind: 'refuse'; readonly refusal: OAuthError }
  /** It had been spent before, by this very client: a theft or a retry. */
  | {
      readonly kind: 'reused';
      readonly credential: 'code';
      readonly lineageId: string;
      readonly spentAt: number;
    }
  | {
      readonly kind: 'reused';
      readonly credential: 'refresh_token';
      readonly lineageId: string;
      readonly spentAt: number;
      /** The scopes that this request asks for, or why it could not be granted: a retry asks for what was answered. */
      readonly asked: readonly Scope[] | OAuthError;
    }
  | { readonly kind: 'grant'; readonly spend: Operation; readonly minting: Minting };

/** What is minted: an access token with `scopes`, and a refresh token that carries the whole grant on. */
export interface Minting {
  readonly userId: string;
  readonly lineageId: string;
  readonly lineageStartedAt: number;
  /** Of the access token: the grant's scopes, or fewer if the client asked for fewer. */
  readonly scopes: readonly Scope[];
  /** Of the grant: what the refresh token keeps (RFC 6749 §6). */
  readonly grantedScopes: readonly Scope[];
  readonly resource: string;
  readonly grantContext: Buffer;
}
