import type { PasskeyCreationOptions, PasskeyRequestOptions } from './passkeys.js';

/** One passkey of the own account. */
export interface PasskeyBody {
  /** For addresses; not its credential id. */
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly used_at: string | null;
  /** Whether it is copied to other devices of its owner. */
  readonly is_synced: boolean;
}

/** The answer of POST /auth/account/passkeys/setup. */
export interface PasskeySetupBody {
  readonly options: PasskeyCreationOptions;
  /** For the confirmation; opaque. */
  readonly ticket: string;
  /** Seconds. */
  readonly expires_in: number;
}

/** The answer of POST /auth/account/passkeys/challenge, for changes of the own account that ask for the second factor. */
export interface PasskeyChallengeBody {
  readonly options: PasskeyRequestOptions;
  /** To send along with the credential; opaque. */
  readonly ticket: string;
  /** Seconds. */
  readonly expires_in: number;
}
