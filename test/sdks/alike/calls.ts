import { steps } from './admin-values.js';
import { PEOPLE } from './directory.js';
import { EDGE_QUERIES, EDGE_WRITES } from './edges.js';
import { BATCHES } from './imports.js';
import { LIMITS } from './limits.js';
import { NOTE_KEYS } from './note-keys.js';
import { PASSKEYS } from './passkeys.js';
import { QUERIES } from './queries.js';
import { STAFF } from './staff.js';
import { STORED_SETTINGS } from './stored-settings.js';
import { WISHED } from './wishes.js';
import { WRITES } from './writes.js';

/** Calls of the admin backend: first those that only read the shop. */
export const CALLS = steps([...QUERIES, ...EDGE_QUERIES, ...PEOPLE, ...EDGE_WRITES, ...WRITES]);

/** Calls of another kind: with refusals everywhere, keys of any text, and what belongs to administrators at its limits. */
export const MORE_CALLS = steps([
  ...WISHED,
  ...BATCHES,
  ...STORED_SETTINGS,
  ...NOTE_KEYS,
  ...PASSKEYS,
  ...STAFF,
  ...LIMITS,
]);
