/** The administrator on whose behalf something is done, as each call to the host says it. */
interface Principal {
  /** Stable identifier, opaque to the daemon. */
  readonly id: string;
  readonly login: string;
  /** Passes every permission check. */
  readonly superuser: boolean;
  /** Granted codes, of the role and of the administrator; one that ends in ".*" grants by prefix. */
  readonly permissions: readonly string[];
}

/** Who asks, and in which language the host's own texts are to be. */
export interface Caller {
  readonly principal: Principal;
  /** Locale of the request: "en", "pt-br". */
  readonly locale: string;
}

/** An administrator as the host's directory knows it. */
export interface Administrator extends Principal {
  readonly email: string;
  /** For people; the login where the directory has no name. */
  readonly displayName: string;
  /** Code of the role; empty without one. */
  readonly role: string;
  /** The language chosen in the profile; empty when none was. */
  readonly locale: string;
  /** Raised whenever every token issued before has to die: a password set, a deactivation. A token carries the one of its day. */
  readonly tokenVersion: number;
}
