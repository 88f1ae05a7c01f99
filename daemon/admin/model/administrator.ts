import { isDeepStrictEqual } from 'node:util';

/** The administrator on whose behalf Gatehouse acts, in the form that each call to the host carries. */
interface Principal {
  /** Stable identifier, opaque to Gatehouse. */
  readonly id: string;
  readonly login: string;
  /** Passes every permission check. */
  readonly superuser: boolean;
  /** Codes granted to the role and to the administrator. A code that ends in ".*" grants by prefix. */
  readonly permissions: readonly string[];
}

/** The caller of an operation, and the language for the host's own texts. */
export interface Caller {
  readonly principal: Principal;
  /** Locale of the request: "en", "pt-br". */
  readonly locale: string;
  /** The session that the call has to verify; only for reads. Absent: the principal is authenticated. */
  readonly session?: ExpectedSession;
}

/** An administrator in the host's directory. */
export interface Administrator extends Principal {
  readonly email: string;
  /** A display name; the login if the directory has no name. */
  readonly displayName: string;
  /** Code of the role; empty if there is none. */
  readonly role: string;
  /** The language in the profile; empty if none is set. */
  readonly locale: string;
  /**
   * Incremented to end all earlier tokens, by a password change or a deactivation. A token carries the version at its issue.
   */
  readonly tokenVersion: number;
  /** True until the administrator has chosen another password. */
  readonly mustChangePassword?: true;
}

/** The token's own claims. */
export interface TokenReference {
  /** The `sub` claim. */
  readonly administratorId: string;
  /** The `tv` claim. */
  readonly tokenVersion: number;
  /** The `jti` claim. */
  readonly tokenId: string;
  /** The `sid` claim: the session, which must still be in the host's list. Absent if the host keeps no list. */
  readonly sessionId?: string;
}

/** The session of a request is over, or its administrator is no longer as expected: nothing was read for it. */
export class SessionChanged extends Error {
  override readonly name = 'SessionChanged';
}

/**
 * The token of a request, with its administrator as of an earlier request. Only a guess: the host authenticates the token in
 * the same call that reads for this administrator. An answer to the browser needs `isConfirmed`.
 */
export class ExpectedSession {
  #isConfirmed = false;

  /** @param at the time of the request */
  constructor(
    readonly token: TokenReference,
    readonly at: number,
    readonly administrator: Administrator,
  ) {}

  /** Whether the host has authenticated the token for this request, with this administrator. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /**
   * @param found the administrator whom the host has authenticated by the token
   * @throws SessionChanged unless it is as expected
   */
  confirm(found: Administrator): void {
    if (!isDeepStrictEqual(found, this.administrator)) throw new SessionChanged();
    this.#isConfirmed = true;
  }
}
