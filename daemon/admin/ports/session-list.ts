import type { CallContext } from '../../core/runtime.js';
import type { Device } from '../model/device.js';

/**
 * The list of sessions (AdminSessionService), kept by the host. Each method is one rpc and one transaction. Times are epoch
 * milliseconds. Faults as in RecordStore.
 */
export interface SessionList {
  /** False if the administrator is not active, or has another token version: no token of the session can be valid. */
  open(session: NewSession, call: CallContext): Promise<boolean>;

  touch(use: SessionUse, call: CallContext): Promise<void>;

  /** The most recently used first. A read. */
  list(administratorId: string, at: number, call: CallContext): Promise<readonly ListedSession[]>;

  end(
    administratorId: string,
    sessionId: string,
    endedBy: string,
    call: CallContext,
  ): Promise<'ended' | 'unknown' | 'forbidden'>;
}

export interface NewSession {
  readonly administratorId: string;
  readonly tokenVersion: number;
  readonly sessionId: string;
  readonly device: Device;
  readonly at: number;
  readonly expiresAt: number;
}

export interface SessionUse {
  readonly administratorId: string;
  readonly sessionId: string;
  readonly device: Device;
  readonly at: number;
}

export interface ListedSession {
  readonly sessionId: string;
  readonly device: Device;
  readonly openedAt: number;
  readonly usedAt: number;
}
