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
