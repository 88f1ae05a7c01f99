import { steps } from './admin-values.js';
import { PEOPLE } from './directory.js';
import { EDGE_QUERIES, EDGE_WRITES } from './edges.js';
import { QUERIES } from './queries.js';
import { WRITES } from './writes.js';

/** Calls of the admin backend: first those that only read the shop. */
export const CALLS = steps([...QUERIES, ...EDGE_QUERIES, ...PEOPLE, ...EDGE_WRITES, ...WRITES]);
