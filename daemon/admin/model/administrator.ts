import type { Principal } from './principal.js';

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
