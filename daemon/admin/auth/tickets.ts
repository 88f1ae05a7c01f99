import { seal, unseal } from '../../core/crypto.js';
import type { Clock } from '../../core/runtime.js';

/**
 * Something that Gatehouse hands to a client and gets back soon, unread and unchanged: sealed, so that no daemon has to
 * keep it. All tickets of one kind look alike.
 */
export interface Tickets<T> {
  issue(content: T): string;
  /** Undefined for a foreign or expired ticket, and for another spelling of one. */
  open(ticket: string): T | undefined;
}

export interface TicketConfig<T> {
  readonly secret: string;
  /** Its tickets are accepted too, while one secret replaces the other. */
  readonly previousSecret?: string;
  /** Separates one kind of ticket from the others. */
  readonly purpose: string;
  readonly ttlSeconds: number;
  readonly isContent: (value: unknown) => value is T;
}

/** Hides how long the content is. */
const PADDED_TO = 512;
/** Longer than any ticket. */
const MAX_CHARACTERS = 8192;

export function createTickets<T>(
  { secret, previousSecret, purpose, ttlSeconds, isContent }: TicketConfig<T>,
  clock: Clock,
): Tickets<T> {
  return {
    issue(content) {
      const text = JSON.stringify({ until: clock.now() + ttlSeconds * 1000, content });
      const length = Math.ceil((Buffer.byteLength(text) + 1) / PADDED_TO) * PADDED_TO;
      return seal(text + ' '.repeat(length - Buffer.byteLength(text)), secret, purpose).toString('base64url');
    },

    open(ticket) {
      if (ticket.length > MAX_CHARACTERS) return undefined;
      const bytes = Buffer.from(ticket, 'base64url');
      // Each ticket has one spelling, so that those who count its uses count all of them.
      if (bytes.toString('base64url') !== ticket) return undefined;
      const text = unseal(bytes, secret, purpose) ?? (previousSecret && unseal(bytes, previousSecret, purpose));
      if (!text) return undefined;
      const { until, content } = JSON.parse(text) as { readonly until: number; readonly content: unknown };
      return clock.now() < until && isContent(content) ? content : undefined;
    },
  };
}
