import type { CallContext } from '../../core/runtime.js';

/** Identifies the user at the browser, for the built-in consent page. The host answers (SignInService). */
export interface SignIn {
  /** Throws Unavailable or ContractViolation like every call to the host. */
  resolveUser(browser: BrowserRequest, call: CallContext): Promise<SignInOutcome>;
}

export interface BrowserRequest {
  readonly cookie: string;
  readonly authorization: string;
  readonly returnTo: string;
}

export type SignInOutcome =
  | { readonly signedIn: true; readonly userId: string; readonly displayName: string }
  | { readonly signedIn: false; readonly signInUrl: string };
