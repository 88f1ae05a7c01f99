import type { CallLimits } from '../../wire/call.js';

/**
 * The sessions of administrators, for AdminSessionService. The contract (admin_session.proto) has the rules. Every method is
 * one transaction, with `limits` as in Directory.
 */
export interface Sessions {
  /** Records a session, if the administrator is active and has that token version. */
  open(session: NewSession, limits?: CallLimits): Promise<boolean>;

  /** Records the use of a session; the last use never moves back. */
  touch(use: SessionUse, limits?: CallLimits): Promise<void>;

  /** The sessions that a token can still use at that time, the most recently used first. */
  list(administratorId: string, at: Date, limits?: CallLimits): Promise<readonly Session[]>;

  /** Ends a session, if `endedBy` may do it. */
  end(
    administratorId: string,
    sessionId: string,
    endedBy: string,
    limits?: CallLimits,
  ): Promise<'ended' | 'unknown' | 'forbidden'>;
}

/** Each text may be empty. */
export interface SessionDevice {
  /** "Firefox" */
  readonly browser: string;
  /** "Windows" */
  readonly system: string;
  /** "203.0.113.0/24" */
  readonly network: string;
}

export interface Session {
  readonly sessionId: string;
  /** Of the last use. */
  readonly device: SessionDevice;
  readonly openedAt: Date;
  readonly usedAt: Date;
}

export interface NewSession {
  readonly administratorId: string;
  readonly tokenVersion: number;
  readonly sessionId: string;
  readonly device: SessionDevice;
  readonly at: Date;
  readonly expiresAt: Date;
}

export interface SessionUse {
  readonly administratorId: string;
  readonly sessionId: string;
  readonly device: SessionDevice;
  readonly at: Date;
}
