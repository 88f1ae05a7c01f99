/** What the browser sent to the built-in consent page. */
export interface BrowserRequest {
  /** The Cookie header exactly as received; empty when there was none. */
  readonly cookie: string;
  /** The Authorization header exactly as received; empty when there was none. */
  readonly authorization: string;
  /** Absolute URL that the browser asked for: where a sign-in page sends it back to. It lies under the issuer. */
  readonly returnTo: string;
}

/** Either who is signed in, or where to sign in. */
export type SignInOutcome =
  | {
      /** Stable identifier, opaque to Gatehouse, 1 to 255 characters other than NUL. It comes back in every mint. */
      readonly userId: string;
      /** What the page calls the user. At most 200 characters. */
      readonly displayName: string;
    }
  | {
      /** An absolute http(s) URL, or a path of the application starting with "/". */
      readonly signInUrl: string;
    };

/** Who sits at the browser. Needed for the built-in consent page alone (option `builtinConsentPage`). */
export interface SignIn {
  /** Throw Unavailable when it cannot be told just now: the page says "try again in a moment" (503). */
  resolveUser(browser: BrowserRequest): Promise<SignInOutcome>;
}
