/** An administrator in the directory. */
export interface Administrator {
  readonly id: string;
  readonly login: string;
  readonly email: string;
  /** Display name; empty: the login. */
  readonly displayName: string;
  /** Code of the role; empty if there is none. */
  readonly role: string;
  readonly superuser: boolean;
  /** Of the role and of the administrator, without duplicates. */
  readonly permissions: readonly string[];
  /** "en", "pt-br"; empty if none was chosen. */
  readonly locale: string;
  readonly tokenVersion: number;
  /** Whether another password must be chosen before anything else. Default: false. */
  readonly mustChangePassword?: boolean;
  /** Whether there is a second factor. Default: false. */
  readonly hasSecondFactor?: boolean;
  /** Whether the role demands a second factor. Default: false. */
  readonly mustHaveSecondFactor?: boolean;
}
