/** The administrator on whose behalf something is done, as each call to the host says it. */
export interface Principal {
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
