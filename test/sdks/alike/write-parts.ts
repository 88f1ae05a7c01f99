import type { Seen } from './play.js';

/** The ids of a relation in a write. */
export const relation = (name: string, ...ids: string[]) => ({ relations: [{ relation: name, ids }] });

/** The version in an earlier answer. */
export const version =
  (step: string, member: string) =>
  (seen: Seen): string =>
    String((seen(step)[member] as Record<string, unknown> | undefined)?.['version']);
