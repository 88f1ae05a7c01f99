/** The browser's request to the built-in consent page. */
export interface BrowserRequest {
  /** The Cookie header exactly as received; empty if there was none. */
  readonly cookie: string;
  /** The Authorization header exactly as received; empty if there was none. */
  readonly authorization: string;
  /** Absolute URL that the browser requested, to which a sign-in page sends it back. It is under the issuer. */
  readonly returnTo: string;
}

/** Either the signed-in user, or where to sign in. */
export type SignInOutcome =
  | {
      /**
       * Stable identifier, opaque to Gatehouse, 1 to 255 characters other than NUL. Gatehouse passes it to every `mint`.
       */
      readonly userId: string;
      /** Name or email address that the page shows. At most 200 characters. */
      readonly displayName: string;
    }
  | {
      /** An absolute http(s) URL, or a path of the application starting with "/". */
      readonly signInUrl: string;
    };

/** Finds the user who is signed in. Needed only for the built-in consent page (option `builtinConsentPage`). */
export interface SignIn {
  /** Throw Unavailable if this cannot be determined right now: the page shows "try again in a moment" (503). */
  resolveUser(browser: BrowserRequest): Promise<SignInOutcome>;
}
