import type { AdminRegistration } from '../admin/model/registration.js';
import type { OAuthOptions } from '../oauth/model/options.js';

/** What the host said about itself, checked. */
export interface HostDescription {
  /** Shown on the built-in consent page; may be empty. */
  readonly applicationName: string;
  readonly capabilities: {
    readonly backend: boolean;
    readonly transactStream: boolean;
    readonly signIn: boolean;
    readonly admin: boolean;
    readonly adminStream: boolean;
  };
  /** Absent: the host wants no authorization server, and its endpoints do not exist. */
  readonly oauth?: OAuthOptions;
  /** Absent, or without controllers: the host wants no admin backend, and its routes do not exist. */
  readonly admin?: AdminRegistration;
}
